/** A part of a text, and whether it differs from the text that it is compared with. */
export interface Segment {
  readonly text: string;
  readonly differs: boolean;
}

/** How many characters the rest of `a` from i and the rest of `b` from j have in common, in order. */
type Common = (i: number, j: number) => number;

function commonOf(a: string, b: string): Common {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at: Common = (i, j) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
}

/** Splits a text into what it shares with another, in order, and what it does not. */
export function segmentsOf(text: string, other: string): readonly Segment[] {
  const common = commonOf(text, other);
  const out: { text: string; differs: boolean }[] = [];
  const add = (character: string, differs: boolean): void => {
    const last = out.at(-1);
    if (last && last.differs === differs) last.text += character;
    else out.push({ text: character, differs });
  };
  let j = 0;
  for (let i = 0; i < text.length; i++) {
    while (j < other.length && text[i] !== other[j] && common(i, j + 1) > common(i + 1, j)) j++;
    const isShared = j < other.length && text[i] === other[j];
    add(text.charAt(i), !isShared);
    if (isShared) j++;
  }
  return out;
}

/** The one of several texts that shares most with a text. */
export function closestOf(text: string, others: readonly string[]): string | null {
  const shared = (other: string): number => commonOf(text, other)(0, 0);
  const [best = null] = [...others].sort((a, b) => shared(b) - shared(a));
  return best;
}
