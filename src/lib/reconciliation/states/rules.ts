import type { Matches } from '../matching/all.rules.ts';
import type { ClaimOutcome } from '../rules.ts';

/** A state as it is stored. */
export interface ClaimState {
  readonly purchaseId: string;
  readonly state: Exclude<ClaimOutcome['bankState'], 'UNKNOWN'>;
  readonly rowId: string | null;
  readonly isDisclosed: boolean;
}

export interface StoredState extends ClaimState {
  readonly isRejected: boolean;
  /** True for a rejected purchase whose payment pays for another one now. */
  readonly isGivenAway: boolean;
}

export interface StateChanges {
  readonly changed: readonly ClaimState[];
  /** Purchases of which the statements say nothing any more. */
  readonly ended: readonly string[];
}

/**
 * The difference between the stored states and those of a comparison. A decided purchase that the comparison does not look at keeps
 * its state, unless it was rejected: nobody checks it any more, and its payment can pay for another one.
 */
export function changesOf({ claims }: Pick<Matches, 'claims'>, stored: readonly StoredState[]): StateChanges {
  const known = new Map(stored.map((it) => [it.purchaseId, it]));
  const changed: ClaimState[] = [];
  const ended: string[] = [];
  for (const [purchaseId, { bankState: state, rowId, isDisclosed }] of claims) {
    const before = known.get(purchaseId);
    if (state === 'UNKNOWN') {
      if (before) ended.push(purchaseId);
    } else if (before?.state !== state || before.rowId !== rowId || before.isDisclosed !== isDisclosed) {
      changed.push({ purchaseId, state, rowId, isDisclosed });
    }
  }
  const isChecked = ({ state }: StoredState): boolean =>
    state === 'CONFLICT' || state === 'CHECKING' || state === 'SUGGESTED';
  for (const it of stored)
    if (!claims.has(it.purchaseId) && it.isRejected && (isChecked(it) || it.isGivenAway)) ended.push(it.purchaseId);
  return { changed, ended };
}
