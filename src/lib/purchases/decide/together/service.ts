/** Rejects what one member has submitted, as the single rejection does. */
import { lockRecentSession } from '../../../auth/reauthentication/service.ts';
import { readCompany } from '../../../companies/store.ts';
import { notFound } from '../../../core/errors.ts';
import { inTransaction } from '../../../db/client.ts';
import type { UseCase } from '../../../scope.ts';
import type * as calls from '../../calls.ts';
import { rejectIn } from '../service.ts';
import { lockPendingOf } from '../store.ts';

/** Rejections in one transaction: all other buyers wait for the supply meanwhile. */
const REJECTED_TOGETHER = 50;

/**
 * Rejects all pending purchases of a member.
 * @throws ApiError not_found when the company has no such member
 */
export const rejectPurchasesOf: UseCase<typeof calls.rejectPurchasesOf> = async (scope, { userId, reason = null }) => {
  let rejected = 0;
  let together: number;
  do {
    together = await inTransaction(scope.db, async (tx) => {
      await readCompany(tx, scope.company.id);
      await lockRecentSession(tx, scope);
      const ids = await lockPendingOf(tx, scope.company.id, userId, REJECTED_TOGETHER);
      if (!ids) throw notFound('User');
      for (const id of ids) await rejectIn(tx, scope, id, reason);
      return ids.length;
    });
    rejected += together;
  } while (together === REJECTED_TOGETHER);
  return { data: { rejected }, message: rejected === 1 ? '1 purchase rejected' : `${rejected} purchases rejected` };
};
