/** Consistency proofs as RFC 9162, section 2.1.4, defines them, on their own: no code of the program takes part. */
import { createHash } from 'node:crypto';

const hashOf = (prefix: number, ...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256').update(Uint8Array.of(prefix));
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const node = (left: Uint8Array, right: Uint8Array): Buffer => hashOf(1, left, right);

/** The largest power of two below `count`. */
function splitOf(count: number): number {
  let split = 1;
  while (split * 2 < count) split *= 2;
  return split;
}

/** A tree over leaf hashes that computes each inner node once. */
export function treeOf(leaves: readonly Buffer[]) {
  const known = new Map<string, Buffer>();
  const root = (start: number, end: number): Buffer => {
    if (end === start) return createHash('sha256').digest();
    if (end - start === 1) return leaves[start] as Buffer;
    const key = `${start}-${end}`;
    const middle = start + splitOf(end - start);
    const value = known.get(key) ?? node(root(start, middle), root(middle, end));
    known.set(key, value);
    return value;
  };
  /** SUBPROOF of section 2.1.4.1. */
  const subproof = (first: number, start: number, end: number, isWhole: boolean): Buffer[] => {
    if (first === end - start) return isWhole ? [] : [root(start, end)];
    const split = splitOf(end - start);
    const middle = start + split;
    return first <= split
      ? [...subproof(first, start, middle, isWhole), root(middle, end)]
      : [...subproof(first - split, middle, end, false), root(start, middle)];
  };
  return {
    size: leaves.length,
    root: root(0, leaves.length),
    /** @param first a size from 1 to that of the tree */
    consistencyProof: (first: number): Buffer[] => subproof(first, 0, leaves.length, true),
  };
}

export interface TreeHead {
  readonly size: number;
  readonly root: Buffer;
}

/** Section 2.1.4.2: whether the tree of `later` begins with all leaves of the tree of `earlier`. */
export function isConsistent(earlier: TreeHead, later: TreeHead, proof: readonly Buffer[]): boolean {
  if (earlier.size > later.size) return false;
  if (earlier.size === later.size) return proof.length === 0 && earlier.root.equals(later.root);
  const isPowerOfTwo = (earlier.size & (earlier.size - 1)) === 0;
  const [start, ...rest] = isPowerOfTwo ? [earlier.root, ...proof] : proof;
  if (!start || proof.length === 0) return false;
  let [first, second] = [earlier.size - 1, later.size - 1];
  const up = (): void => {
    first >>= 1;
    second >>= 1;
  };
  while (first & 1) up();
  let [firstRoot, secondRoot] = [start, start];
  for (const hash of rest) {
    if (second === 0) return false;
    if (first & 1 || first === second) {
      firstRoot = node(hash, firstRoot);
      secondRoot = node(hash, secondRoot);
      while (!(first & 1) && first !== 0) up();
    } else secondRoot = node(secondRoot, hash);
    up();
  }
  return second === 0 && firstRoot.equals(earlier.root) && secondRoot.equals(later.root);
}
