/** Rejects purchases from the reconciliation, as the ordinary rejection does, in one transaction with what it says of the rows. */
import { record } from '../../../audit/service.ts';
import type { InputOf } from '../../../core/contract.ts';
import { type Db, inTransaction } from '../../../db/client.ts';
import { rejectIn } from '../../../purchases/decide/service.ts';
import { actorOf, type Scope, type UseCase } from '../../../scope.ts';
import type * as calls from '../../calls.ts';
import { compare } from '../../compare/service.ts';
import { eventOf, factsOf, lockPair, type Pair } from '../pairs/service.ts';
import { hasReference } from '../rules.ts';
import * as store from '../store.ts';

/**
 * The rows of the claim count as decided until something else claims them: the row that it was compared with, and those with its
 * reference.
 * @throws ApiError not_found; conflict when it is already decided
 */
export const rejectClaim: UseCase<typeof calls.rejectClaim> = async (scope, input) => {
  const { purchaseId, rowId } = input;
  await inTransaction(scope.db, (tx) => rejectClaimIn(tx, scope, input));
  if (rowId === undefined) return { data: { purchaseId, rowId: null, bucket: null } };
  const { rows } = await compare(scope.db, scope.company.id);
  return { data: { purchaseId, rowId, bucket: rows.get(rowId)?.bucket ?? null } };
};

async function rejectClaimIn(
  tx: Db,
  scope: Scope,
  { purchaseId, rowId, reason }: InputOf<typeof calls.rejectClaim>,
): Promise<void> {
  const rowIds = rowId === undefined ? [] : await lockRowsOf(tx, scope, { rowId, purchaseId });
  await rejectIn(tx, scope, purchaseId, reason ?? null);
  if (rowIds.length > 0) await store.setRejection(tx, scope.company.id, rowIds, { purchaseId, by: actorOf(scope).id });
}

/** Locks the rows of a claim and records that it was compared with one of them. @returns their ids */
async function lockRowsOf(tx: Db, scope: Scope, pair: Pair): Promise<string[]> {
  const { near } = await lockPair(tx, scope, pair);
  await record(tx, {
    ...eventOf(scope, 'statement.reject', 'purchase', pair.purchaseId),
    after: { ...factsOf(near.row), duePaise: near.claim.duePaise },
  });
  return near.rows
    .filter((row) => row.side === 'CREDIT' && (row.id === near.row.id || hasReference(row, near.claim)))
    .map((row) => row.id);
}
