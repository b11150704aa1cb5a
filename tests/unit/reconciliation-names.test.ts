/** The index finds every name that fits a payer, held against a comparison with all names. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameIndex } from '@/lib/reconciliation/matching/names.rules.ts';
import {
  type Fit,
  fitKeys,
  fitOf,
  fitOfPayer,
  isBetter,
  nameTokens,
  type Payer,
} from '@/lib/reconciliation/matching/payer.rules.ts';

/** Words that are alike: whole, cut, glued, short, and common as family names. */
const TOKENS = 'ASHA ASH RAO RA RAOS RAJESH RAJESHW RAJESHWARI KUMAR KUMARI KUM ASHARAO RAOASHA VI K'.split(' ');

const namesOf = (most: number) =>
  fc.array(fc.constantFrom(...TOKENS), { minLength: 1, maxLength: most }).map((list) => list.join(' '));
/** A text without a name is read for words of three letters or more. */
const payers = fc.record({ text: namesOf(5), isName: fc.boolean() }).map(({ text, isName }): Payer => {
  const tokens = nameTokens(text);
  return { tokens: isName ? tokens : tokens.filter((word) => word.length > 2), isName };
});
const leasts: fc.Arbitrary<Fit> = fc.record({
  kind: fc.constantFrom('PART', 'FULL'),
  weight: fc.integer({ min: 0, max: 10 }),
});

/** Names glued to others, as in XASHARAO, have no key in common: they are not looked for. */
function canMeet({ tokens }: Payer, name: readonly string[]): boolean {
  const keys = new Set(fitKeys(name));
  return tokens.every((word) => {
    const own = fitKeys([word]);
    return own.length === 0 || own.some((key) => keys.has(key)) || fitOf([word], name).kind === 'NONE';
  });
}

test('finds the same names as a comparison with all of them', () => {
  let fitting = 0;
  const sent = fc.array(payers, { minLength: 1, maxLength: 4 });
  const names = fc.array(namesOf(4), { maxLength: 30 });
  fc.assert(
    fc.property(sent, names, leasts, (payersNow, namesNow, least) => {
      const index = nameIndex<number>();
      for (const payer of payersNow) index.expect(payer);
      for (const [nth, name] of namesNow.entries()) index.add(nth, nameTokens(name));
      for (const payer of payersNow) {
        const keys = new Set(fitKeys(payer.tokens));
        const items = new Set([...index.fitting(payer, least)].map(({ item }) => item));
        for (const [nth, name] of namesNow.entries()) {
          const tokens = nameTokens(name);
          const fit = fitOfPayer(payer, tokens);
          const isSure = canMeet(payer, tokens) && fitKeys(tokens).some((key) => keys.has(key));
          const isFitting = fit.kind !== 'NONE' && !isBetter(least, fit);
          if (isSure && isFitting) fitting++;
          if (isSure || !isFitting) expect([name, items.has(nth)]).toEqual([name, isFitting]);
        }
      }
    }),
    { numRuns: 5000 },
  );
  expect(fitting).toBeGreaterThan(1000);
});

test('a word twice is no other name in full', () => {
  expect(fitOfPayer({ tokens: ['RAO', 'RAO'], isName: true }, ['ASHA', 'RAO']).kind).toBe('PART');
});
