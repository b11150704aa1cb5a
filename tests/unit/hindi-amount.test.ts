import { expect, test } from 'vitest';
import { amountInHindi } from '../../src/lib/purchases/receipt/hindi-amount.rules.ts';

test.each([
  ['0.00', 'शून्य रुपये मात्र'],
  ['0.05', 'शून्य रुपये और पांच पैसे मात्र'],
  ['1.00', 'एक रुपये मात्र'],
  ['99.99', 'निन्यानवे रुपये और निन्यानवे पैसे मात्र'],
  ['100.00', 'एक सौ रुपये मात्र'],
  ['1180.50', 'एक हज़ार एक सौ अस्सी रुपये और पचास पैसे मात्र'],
  ['100000.00', 'एक लाख रुपये मात्र'],
  ['12345678.00', 'एक करोड़ तेईस लाख पैंतालीस हज़ार छह सौ अठहत्तर रुपये मात्र'],
  ['1000000000000.00', 'एक लाख करोड़ रुपये मात्र'],
])('%s in words', (rupees, spelt) => expect(amountInHindi(rupees)).toBe(spelt));

test('every number below a hundred has a word of its own', () => {
  const spelt = Array.from({ length: 100 }, (_, n) => amountInHindi(`${n}.00`));
  expect(new Set(spelt).size).toBe(100);
  for (const text of spelt) expect(text).toMatch(/^[\u0900-\u097f]+ रुपये मात्र$/);
});

test('an invalid amount is an error', () => expect(() => amountInHindi('x')).toThrow('a decimal'));
