import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as money from '@/lib/core/money.ts';
import { orderProblem, quote } from '@/lib/purchases/rules.ts';
import { reward } from '@/lib/referrals/rules.ts';

const amount = fc.bigInt({ min: 0n, max: 10n ** 15n - 1n });
const price = fc.bigInt({ min: 1n, max: 10n ** 15n - 1n });
const bps = fc.integer({ min: 0, max: money.BPS_MAX });

describe('money', () => {
  it('parses what it formats', () => {
    fc.assert(fc.property(amount, (paise) => void expect(money.parsePaise(money.formatPaise(paise))).toBe(paise)));
    fc.assert(fc.property(price, (micros) => void expect(money.parsePrice(money.formatPrice(micros))).toBe(micros)));
    fc.assert(fc.property(bps, (n) => void expect(money.parsePercent(money.formatPercent(n))).toBe(n)));
  });

  it('formats an amount in one way, however it was typed', () => {
    const zeros = fc.nat({ max: 4 });
    fc.assert(
      fc.property(amount, zeros, (paise, n) => {
        const typed = `${'0'.repeat(n)}${money.formatPaise(paise)}`;
        expect(money.formatPaise(money.parsePaise(typed) ?? -1n)).toBe(money.formatPaise(paise));
        expect(money.isAmountDraft(typed)).toBe(true);
      }),
    );
  });

  it('accepts only amounts, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(money.parsePaise(text) !== null).toBe(/^(?=.*\d)\d*(\.\d{0,2})?$/.test(text) && !text.endsWith('\n'));
      }),
    );
  });

  it('has the digit groups of the Indian locale, and a minus sign where that has a hyphen', () => {
    const intl = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), (paise) => {
        const grouped = intl.format(money.formatPaise(paise) as `${number}`).replace('-', '−');
        expect(money.formatRupeesOfPaise(paise)).toBe(grouped);
      }),
    );
  });
});

describe('a quote', () => {
  it('gives as many tokens as the amount pays for, and not one more', () => {
    fc.assert(
      fc.property(amount, price, bps, (order, micros, fee) => {
        const { quantity } = quote(order, micros, fee);
        expect(quantity * micros <= order * 10_000n).toBe(true);
        expect((quantity + 1n) * micros > order * 10_000n).toBe(true);
      }),
    );
  });

  it('has a fee within half a paisa of the exact one, never above the order, and a total that adds up', () => {
    fc.assert(
      fc.property(amount, price, bps, (order, micros, fee) => {
        const it = quote(order, micros, fee);
        const missed = it.feePaise * 10_000n - order * BigInt(fee);
        expect(missed > -5_000n && missed <= 5_000n).toBe(true);
        expect(it.feePaise >= 0n && it.feePaise <= order).toBe(true);
        expect(it.totalPaise).toBe(order + it.feePaise);
      }),
    );
  });

  it('never costs less for more', () => {
    fc.assert(
      fc.property(amount, amount, price, bps, (a, b, micros, fee) => {
        const [small, large] = [a < b ? a : b, a < b ? b : a].map((order) => quote(order, micros, fee));
        expect((small?.totalPaise ?? 1n) <= (large?.totalPaise ?? 0n)).toBe(true);
        expect((small?.quantity ?? 1n) <= (large?.quantity ?? 0n)).toBe(true);
      }),
    );
  });

  it('reports the smallest possible order', () => {
    fc.assert(
      fc.property(price, (micros) => {
        const least = money.costPaise(1n, micros);
        expect(money.tokensFor(least, micros) >= 1n).toBe(true);
        expect(money.tokensFor(least - 1n, micros)).toBe(0n);
      }),
    );
  });

  it('is accepted only from 1 token up to the remaining stock', () => {
    fc.assert(
      fc.property(amount, price, fc.bigInt({ min: 0n, max: 10n ** 12n }), (order, micros, left) => {
        const { quantity } = quote(order, micros, 0);
        expect(orderProblem(order, micros, left) === null).toBe(order > 0n && quantity >= 1n && quantity <= left);
      }),
    );
  });
});

describe('shares', () => {
  it('percentages of all parts add up to 100 except for rounding', () => {
    const parts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(parts, (list) => {
        const total = list.reduce((a, b) => a + b, 0n);
        fc.pre(total > 0n);
        const sum = list.reduce(
          (all, part) => all + (money.parseDecimal(money.percentOf(part, total), 2, 3) ?? -1n),
          0n,
        );
        expect(sum >= 10_000n - 3n && sum <= 10_000n + 3n).toBe(true);
      }),
    );
  });

  it('a reward never exceeds its share or the remaining stock', () => {
    const tokens = fc.bigInt({ min: 0n, max: 10n ** 15n });
    fc.assert(
      fc.property(tokens, bps, tokens, (bought, share, left) => {
        const due = reward(bought, share, left);
        expect(due >= 0n && due <= left && due * 10_000n <= bought * BigInt(share)).toBe(true);
        expect(due === left || (due + 1n) * 10_000n > bought * BigInt(share)).toBe(true);
      }),
    );
  });
});
