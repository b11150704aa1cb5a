/** Rejects pending purchases without a proof together, so that a flood of free accounts ends with one decision. */
import { inTransaction } from '../../../db/client.ts';
import type { UseCase } from '../../../scope.ts';
import { rejectIn } from '../service.ts';
import type * as calls from './calls.ts';
import * as store from './store.ts';

/** Rejections of one call. */
const REJECTED_MAX = 500;
/** Rejections in one transaction: all other buyers wait for the supply meanwhile. */
const REJECTED_TOGETHER = 25;

export const getUnproven: UseCase<typeof calls.getUnproven> = async ({ db, company }) => {
  const { count, held, heldMax } = await store.readUnproven(db, company.id, REJECTED_MAX + 1);
  return { data: { count, held: Number(held), heldMax: heldMax === null ? null : Number(heldMax) } };
};

export const rejectUnproven: UseCase<typeof calls.rejectUnproven> = async (scope, { reason = null }) => {
  let rejected = 0;
  let together: number;
  do {
    together = await inTransaction(scope.db, async (tx) => {
      const ids = await store.lockUnproven(tx, scope.company.id, REJECTED_TOGETHER);
      for (const id of ids) await rejectIn(tx, scope, id, reason);
      return ids.length;
    });
    rejected += together;
  } while (together > 0 && rejected < REJECTED_MAX);
  const { count } = await store.readUnproven(scope.db, scope.company.id, 1);
  const message = rejected === 1 ? '1 purchase rejected' : `${rejected} purchases rejected`;
  return { data: { rejected, hasMore: count > 0 }, message };
};
