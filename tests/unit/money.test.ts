import { describe, expect, it } from 'vitest';
import * as money from '@/lib/core/money.ts';

describe('parsePaise', () => {
  const table: readonly (readonly [string, bigint | null])[] = [
    ['1180.5', 118050n],
    ['1180', 118000n],
    ['0.05', 5n],
    ['.5', 50n],
    ['5.', 500n],
    ['0', 0n],
    ['0001.10', 110n],
    ['9999999999999.99', 999999999999999n],
    ['10000000000000', null],
    ['1.005', null],
    ['', null],
    ['.', null],
    ['-1', null],
    ['+1', null],
    ['1e3', null],
    ['1,180', null],
    ['1 180', null],
    ['0x10', null],
    ['१२', null],
    ['1\n', null],
    ['NaN', null],
    ['1.2.3', null],
  ];
  it.each(table)('%j', (text, paise) => expect(money.parsePaise(text)).toBe(paise));
});

describe('tokensFor rounds down where binary fractions fail', () => {
  const table: readonly (readonly [string, string, bigint])[] = [
    // amount     price       tokens
    ['4.35', '0.05', 87n],
    ['0.7', '0.1', 7n],
    ['1000', '0.25', 4000n],
    ['0.24', '0.25', 0n],
    ['1', '0.3', 3n],
    ['0.01', '0.000001', 10000n],
    ['1', '0.333333', 3n],
    ['9999999999999.99', '0.000001', 9999999999999990000n],
    ['0', '1', 0n],
  ];
  it.each(table)('%s at %s', (amount, price, tokens) =>
    expect(money.tokensFor(money.parsePaise(amount) ?? -1n, money.parsePrice(price) ?? -1n)).toBe(tokens),
  );
  it('rejects a price of zero', () => expect(() => money.tokensFor(100n, 0n)).toThrow(RangeError));
});

describe('feePaise rounds half up to the paisa', () => {
  const table: readonly (readonly [string, string, string])[] = [
    // amount     per cent  fee
    ['1000', '18', '180.00'],
    ['1.00', '100', '1.00'],
    ['0.05', '10', '0.01'],
    ['0.04', '10', '0.00'],
    ['0.03', '18', '0.01'],
    ['0.02', '18', '0.00'],
    ['10.05', '50', '5.03'],
    ['99.99', '7.25', '7.25'],
    ['123.45', '0', '0.00'],
    ['9999999999999.99', '100', '9999999999999.99'],
  ];
  it.each(table)('%s at %s %%', (amount, percent, fee) =>
    expect(money.formatPaise(money.feePaise(money.parsePaise(amount) ?? -1n, money.parsePercent(percent) ?? -1))).toBe(
      fee,
    ),
  );
});

describe('prices and per cents', () => {
  const prices: readonly (readonly [string, bigint | null, string])[] = [
    ['0.25', 250_000n, '0.25'],
    ['0.250000', 250_000n, '0.25'],
    ['1', 1_000_000n, '1.00'],
    ['0.000001', 1n, '0.000001'],
    ['0.0625', 62_500n, '0.0625'],
    ['100', 100_000_000n, '100.00'],
    ['0.0000001', null, ''],
    ['1000000000', null, ''],
  ];
  it.each(prices)('price %s', (text, micros, shown) => {
    expect(money.parsePrice(text)).toBe(micros);
    if (micros !== null) expect(money.formatPrice(micros)).toBe(shown);
  });
  const percents: readonly (readonly [string, number | null, string])[] = [
    ['18', 1800, '18'],
    ['18.00', 1800, '18'],
    ['7.25', 725, '7.25'],
    ['7.5', 750, '7.5'],
    ['0', 0, '0'],
    ['100', 10_000, '100'],
    ['100.01', null, ''],
    ['1.234', null, ''],
    ['-1', null, ''],
  ];
  it.each(percents)('per cent %s', (text, bps, shown) => {
    expect(money.parsePercent(text)).toBe(bps);
    if (bps !== null) expect(money.formatPercent(bps)).toBe(shown);
  });
});

describe('figures of charts and forms', () => {
  it('gives crore and per cent with two decimals, half up', () => {
    expect(money.inCrore(12_345_678n)).toBe('1.23');
    expect(money.inCrore(300_000_000n)).toBe('30.00');
    expect(money.inCrore(50_000n)).toBe('0.01');
    expect(money.inCrore(49_999n)).toBe('0.00');
    expect(money.percentOf(1n, 3n)).toBe('33.33');
    expect(money.percentOf(2n, 3n)).toBe('66.67');
    expect(money.percentOf(1n, 8n)).toBe('12.50');
    expect(money.percentOf(5n, 0n)).toBe('0.00');
  });
  it('recognises an incomplete amount', () => {
    for (const draft of ['', '1', '1.', '.', '.5', '10.25']) expect(money.isAmountDraft(draft)).toBe(true);
    for (const wrong of ['-1', '1e', '1,0', '1.2.', ' 1', '₹1']) expect(money.isAmountDraft(wrong)).toBe(false);
  });
});
