/*
 * Names by the words that payers have, so that the names that fit a payer are found among a hundred thousand without comparing all.
 * There is a list of names for each word. A fit of weight w shares w / 2 words or more with the payer (payer.rules.ts: two for a common
 * word). A name that shares h of k words is in one of the k - h + 1 shortest lists, so the longer ones are not read. That is the prefix
 * filter of set similarity joins (Chaudhuri, Ganti and Kaushik, 2006).
 */
import { type Fit, fitKeys, fitOfPayer, isBetter, isCutWord, type Payer } from './payer.rules.ts';

export interface Fitting<T> {
  readonly item: T;
  readonly fit: Fit;
}

export interface NameIndex<T> {
  /** Prepares the lists for a payer. Call it for all payers before the first `add`, which stores a name only in lists that exist. */
  expect(payer: Payer): void;
  /** @param tokens the words of its name (`nameTokens`) */
  add(item: T, tokens: readonly string[]): void;
  /** The items whose names fit a prepared payer at least so well. */
  fitting(payer: Payer, least: Fit): Generator<Fitting<T>>;
}

interface Entry<T> {
  readonly item: T;
  readonly tokens: readonly string[];
}

/** The same number for the same letters in any order, and seldom for others. */
function letterSum(tokens: readonly string[]): number {
  let sum = 0;
  for (const word of tokens) {
    for (let nth = 0; nth < word.length; nth++) {
      const code = word.charCodeAt(nth);
      sum += code * code * code;
    }
  }
  return sum;
}

/** By `fitKeys`, or by the sum of the letters. */
type Lists<T> = Map<number, Entry<T>[]>;

function expectIn<T>(lists: Lists<T>, key: number): void {
  if (!lists.has(key)) lists.set(key, []);
}

export function nameIndex<T>(): NameIndex<T> {
  const byLetters: Lists<T> = new Map();
  const byKey: Lists<T> = new Map();
  /** Names of one word: they fit a text in full by one of its words. */
  const shortByKey: Lists<T> = new Map();

  function expect({ tokens }: Payer): void {
    expectIn(byLetters, letterSum(tokens));
    for (const key of fitKeys(tokens)) {
      expectIn(byKey, key);
      expectIn(shortByKey, key);
    }
  }

  function add(item: T, tokens: readonly string[]): void {
    const lists = tokens.length === 1 ? shortByKey : byKey;
    let entry: Entry<T> | null = null;
    const addTo = (list: Entry<T>[] | undefined): void => {
      if (list === undefined) return;
      entry ??= { item, tokens };
      list.push(entry);
    };
    for (const key of fitKeys(tokens)) addTo(lists.get(key));
    addTo(byLetters.get(letterSum(tokens)));
  }

  /** One list for each word of the payer that has keys, and one for the beginning of the whole. */
  function listsOf({ tokens }: Payer, lists: Lists<T>): Entry<T>[][] {
    const byWord = tokens.map((word) => fitKeys([word])).filter((keys) => keys.length > 0);
    const ofTokens = new Set(byWord.flat());
    const whole = fitKeys(tokens).filter((key) => !ofTokens.has(key));
    const sets = whole.length > 0 ? [...byWord, whole] : byWord;
    return sets.map((keys) => keys.flatMap((key) => lists.get(key) ?? []));
  }

  /** The entries that have at least so many words of the payer, and others. */
  function withTokens(payer: Payer, count: number): Entry<T>[] {
    const lists = listsOf(payer, byKey).sort((a, b) => a.length - b.length);
    // An initial counts as a word and has no list, and a cut word is in no list of the whole one.
    const initials = payer.tokens.filter(
      (word) => fitKeys([word]).length === 0 || (payer.isName && isCutWord(word, payer.tokens)),
    ).length;
    return lists.slice(0, Math.max(0, lists.length + initials - count + 1)).flat();
  }

  function candidates(payer: Payer, least: Fit): Entry<T>[] {
    const same = byLetters.get(letterSum(payer.tokens)) ?? [];
    if (least.kind === 'FULL' && payer.isName) return same;
    // Names of one word have lists of their own, so a name that fits in full here has two words or more.
    const count = least.kind === 'FULL' ? 2 : Math.max(1, Math.ceil(least.weight / 2));
    // In a text, two words can be a whole name, which fits better than a part of a longer one.
    const long = withTokens(payer, payer.isName ? count : Math.min(count, 2));
    return [...same, ...listsOf(payer, shortByKey).flat(), ...long];
  }

  function* fitting(payer: Payer, least: Fit): Generator<Fitting<T>> {
    if (payer.tokens.length === 0) return;
    for (const { item, tokens } of new Set(candidates(payer, least))) {
      const fit = fitOfPayer(payer, tokens);
      if (fit.kind !== 'NONE' && !isBetter(least, fit)) yield { item, fit };
    }
  }

  return { expect, add, fitting };
}
