/*
 * Finds references that are almost equal: one edit or transposition apart, or one cut at its end. Two texts are at most one
 * edit apart only if they become equal when at most one character of each is deleted, so a map of the hashes of these shorter
 * texts finds them without comparing everything with everything.
 */
import { extend, joined, keyOf, ListsByHash, nextPower } from './hash.rules.ts';

/** Shorter references are similar to too many others. */
const SIMILAR_LENGTH_MIN = 8;
const PREFIX_LENGTH_MIN = 10;

/** Whether one insertion, deletion, substitution or transposition of neighbours makes the texts equal, or none is needed. */
export function differsByOneEdit(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  const [restOfShort, restOfLong] = [short.slice(start), long.slice(start)];
  if (short.length < long.length) return restOfShort === restOfLong.slice(1);
  if (restOfShort.slice(1) === restOfLong.slice(1)) return true;
  const isSwapped = restOfShort[0] === restOfLong[1] && restOfShort[1] === restOfLong[0];
  return isSwapped && restOfShort.slice(2) === restOfLong.slice(2);
}

/** Whether the texts are equal but for two neighbours that changed places. */
export function isSwapped(a: string, b: string): boolean {
  const at = [...a].findIndex((character, index) => character !== b[index]);
  return (
    at >= 0 &&
    a.length === b.length &&
    a[at] === b[at + 1] &&
    a[at + 1] === b[at] &&
    a.slice(at + 2) === b.slice(at + 2)
  );
}

/** Whether one text is the beginning of the other, with at least ten characters. */
export function isCut(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short.length >= PREFIX_LENGTH_MIN && long.length > short.length && long.startsWith(short);
}

/** Polynomial hashes of a text. */
interface Hashes {
  readonly whole: number;
  /** Of the text, and of the text without each of its characters. */
  readonly shortened: readonly number[];
  /** Of its beginnings with at least ten characters, without the whole text. */
  readonly beginnings: readonly number[];
}

function hashesOf(text: string): Hashes {
  const until = [0];
  for (let at = 0; at < text.length; at++) until.push(extend(until[at] ?? 0, text, at));
  const whole = until.at(-1) ?? 0;
  const shortened = [keyOf(whole)];
  let [after, power] = [0, 1];
  for (let at = text.length - 1; at >= 0 && text.length >= SIMILAR_LENGTH_MIN; at--) {
    shortened.push(keyOf(joined(until[at] ?? 0, power, after)));
    after = joined(text.charCodeAt(at), power, after);
    power = nextPower(power);
  }
  return { whole: keyOf(whole), shortened, beginnings: until.slice(PREFIX_LENGTH_MIN, -1).map(keyOf) };
}

/** Texts of rows, by which similar texts find them. Different texts can have the same hash, so callers compare them. */
export class SimilarTexts {
  readonly #rowIds: string[] = [];
  readonly #shortened = new ListsByHash();
  readonly #whole = new ListsByHash();
  readonly #beginnings = new ListsByHash();

  add(text: string, rowId: string): void {
    const { whole, shortened, beginnings } = hashesOf(text);
    const nth = this.#rowIds.push(rowId) - 1;
    for (const key of shortened) this.#shortened.add(key, nth);
    this.#whole.add(whole, nth);
    for (const key of beginnings) this.#beginnings.add(key, nth);
  }

  /** Calls `use` with each row that has a similar text, some of them more than once. */
  eachNear(text: string, use: (rowId: string) => void): void {
    const { whole, shortened, beginnings } = hashesOf(text);
    const useNth = (nth: number): void => use(this.#rowIds[nth] ?? '');
    for (const key of shortened) this.#shortened.each(key, useNth);
    this.#beginnings.each(whole, useNth);
    for (const key of beginnings) this.#whole.each(key, useNth);
  }
}

/** Adds a value to the list of a key. */
export function append<K, T>(map: Map<K, T[]>, key: K, value: T): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
