/* Compares all rows with all claims. */
import type { BankRow, Claim, ClaimOutcome, Member, RowOutcome } from '../rules.ts';
import { drain, indexing, type MatchIndex, NO_TOKENS, type OwnTokens } from './candidates.rules.ts';
import { claimOutcome } from './claim-state.rules.ts';
import type { ReadAccounts } from './read.rules.ts';
import { rowOutcome } from './rules.ts';

export interface Matches {
  readonly index: MatchIndex;
  /** The outcome of each credit, by its id. */
  readonly rows: ReadonlyMap<string, RowOutcome>;
  /** The outcome of each claim, by its purchase. */
  readonly claims: ReadonlyMap<string, ClaimOutcome>;
}

/** Compares everything. Pauses after each row, claim and member, so that a caller can let other work run in between. */
export function* matching(
  rows: readonly BankRow[],
  claims: readonly Claim[],
  read: ReadAccounts,
  ownTokens: OwnTokens = NO_TOKENS,
  members: readonly Member[] = [],
): Generator<undefined, Matches> {
  const index = yield* indexing(rows, claims, ownTokens, members);
  const rowOutcomes = new Map<string, RowOutcome>();
  for (const row of rows) {
    if (row.side === 'CREDIT') rowOutcomes.set(row.id, rowOutcome(index, row));
    yield;
  }
  const suggested = new Set(
    [...rowOutcomes.values()].flatMap((it) => it.suggestions.map(({ purchaseId }) => purchaseId)),
  );
  const contesting = new Set([...rowOutcomes.values()].flatMap((it) => it.rivals.purchaseIds));
  const claimOutcomes = new Map<string, ClaimOutcome>();
  for (const claim of claims) {
    claimOutcomes.set(claim.purchaseId, claimOutcome(index, claim, read, suggested, contesting));
    yield;
  }
  return { index, rows: rowOutcomes, claims: claimOutcomes };
}

/** `matching` without pauses. */
export function matchAll(
  rows: readonly BankRow[],
  claims: readonly Claim[],
  read: ReadAccounts,
  ownTokens: OwnTokens = NO_TOKENS,
  members: readonly Member[] = [],
): Matches {
  return drain(matching(rows, claims, read, ownTokens, members));
}
