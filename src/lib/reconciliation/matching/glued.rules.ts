/* Names that a bank has glued or cut: ASHARAO, RAVI MEN, THOMAS MATHEW P (docs/product.md, Reconciliation). */

/** A common word has so many letters at least. */
export const WORD_LENGTH_MIN = 3;
/** A common beginning has so many letters at least. */
export const PREFIX_LENGTH_MIN = 5;

export function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

export const hasWord = (name: readonly string[]): boolean => name.some((word) => word.length >= WORD_LENGTH_MIN);

/** A name of more words is compared in its own order alone. */
const ARRANGED_MAX = 4;

/** The words in every order, glued. */
function arrangements(name: readonly string[]): string[] {
  if (name.length < 2 || name.length > ARRANGED_MAX) return [name.join('')];
  return name.flatMap((word, at) => arrangements(name.toSpliced(at, 1)).map((rest) => word + rest));
}

/**
 * Whether a glued name is this one: its words in any order make up the beginning, or the longer ones make up both ends. Words that
 * only occur somewhere inside prove nothing: ASHOK HANDA has A and KHAN.
 */
export function isGlued(glued: string, name: readonly string[]): boolean {
  const length = name.join('').length;
  if (length < PREFIX_LENGTH_MIN || !hasWord(name)) return false;
  if (arrangements(name).some((text) => glued.startsWith(text))) return true;
  const long = name.filter((word) => word.length >= WORD_LENGTH_MIN);
  return long.some((first) =>
    long.some(
      (last) =>
        first !== last &&
        glued.length >= first.length + last.length &&
        glued.startsWith(first) &&
        glued.endsWith(last) &&
        long.every((word) => glued.includes(word)),
    ),
  );
}
