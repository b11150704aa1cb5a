/** The chain of running balances as a proof of single rows, in file order or reversed. */
import type { Paise } from '../../core/money.ts';
import type { Side } from '../rules.ts';

interface Link {
  readonly line: number;
  readonly side: Side;
  readonly amountPaise: Paise;
  readonly balancePaise: Paise | null;
}

export const signedPaise = ({ side, amountPaise }: Pick<Link, 'side' | 'amountPaise'>): Paise =>
  side === 'CREDIT' ? amountPaise : -amountPaise;

/** Whether the balance of the newer row is that of the older one and the movement; null if one has no balance. */
export const isLinked = (older: Link | undefined, newer: Link): boolean | null =>
  older === undefined || older.balancePaise === null || newer.balancePaise === null
    ? null
    : older.balancePaise + signedPaise(newer) === newer.balancePaise;

interface Proof {
  /** Lines whose balance is the one before it and their movement. */
  readonly proven: ReadonlySet<number>;
  readonly broken: ReadonlySet<number>;
}

function proofOf(oldestFirst: readonly Link[], openingPaise: Paise | null): Proof {
  const [proven, broken] = [new Set<number>(), new Set<number>()];
  let balancePaise = openingPaise;
  for (const row of oldestFirst) {
    if (balancePaise !== null && row.balancePaise !== null)
      (balancePaise + signedPaise(row) === row.balancePaise ? proven : broken).add(row.line);
    balancePaise = row.balancePaise;
  }
  return { proven, broken };
}

/** The proof in the order that breaks less often; in both where they break equally, so that a line proven in one is proven. */
export function proveLines(rows: readonly Link[], openingPaise: Paise | null): Proof {
  const [forward, backward] = [proofOf(rows, openingPaise), proofOf(rows.toReversed(), openingPaise)];
  if (forward.broken.size < backward.broken.size) return forward;
  if (backward.broken.size < forward.broken.size) return backward;
  return { proven: forward.proven.union(backward.proven), broken: forward.broken };
}
