/** The approval of a refund by one admin, or by two above the company's bound. */
import { lockActor, recordSoleAct, soleActRule } from '../../approvals/alone/service.ts';
import { agree, settle } from '../../approvals/service.ts';
import { record } from '../../audit/service.ts';
import { lockRecentSession } from '../../auth/reauthentication/service.ts';
import { readCompany } from '../../companies/store.ts';
import { ApiError, assert } from '../../core/errors.ts';
import { inTransaction } from '../../db/client.ts';
import { actorOf, type UseCase } from '../../scope.ts';
import type * as calls from '../calls.ts';
import { openPayee } from '../payee/service.ts';
import { approvalProblem, moneyProblem } from '../rules.ts';
import { eventFor, lock, NO_ACCOUNT, refuseDoubtful } from '../service.ts';
import * as store from '../store.ts';
import { setApproved } from './store.ts';

const FIRST_RECORDED = {
  worth: 'Approval recorded. A second admin has to approve the refund too.',
  day: 'Approval recorded. Your approvals today are above the limit for one admin, so a second admin has to approve it too.',
  moved:
    'Approval recorded. A second admin has to approve the refund too, because you changed the email or removed the second factors of this member less than seven days ago.',
} as const;
const CREATED_IT =
  'You created this refund, so you can’t be the second of two admins. Another admin has to approve it.';

/**
 * Approves a refund, or records the first of two approvals.
 * @throws ApiError not_found; forbidden for the actor's own money, and for the second approval by who created it; conflict
 * when it does not wait for approval, when the account is another one than was shown (`outdated`), or when the money is gone
 */
export const approveRefund: UseCase<typeof calls.approveRefund> = (scope, { id, payeeVersion }) =>
  inTransaction(scope.db, async (tx) => {
    const company = await readCompany(tx, scope.company.id);
    await lockActor(tx, scope);
    await lockRecentSession(tx, scope);
    const actor = actorOf(scope);
    const refund = await lock(tx, scope, id);
    const facts = { state: refund.state, userId: refund.user_id, payeeVersion: refund.payee_version };
    const problem = approvalProblem(facts, { adminId: actor.id, payeeVersion });
    if (problem) throw new ApiError(problem.code, problem.text, { ...(problem.isOutdated && { reason: 'outdated' }) });
    const money = await store.readMoney(tx, company.id, refund.purchase_id, id);
    assert(money, 'the purchase of a refund exists');
    const moneyGone = moneyProblem(money, refund.amount_paise);
    if (moneyGone !== null) throw new ApiError('conflict', `${moneyGone} Please cancel this refund.`);
    if (!openPayee(scope, id, refund.payee_sealed)) throw new ApiError('conflict', NO_ACCOUNT);
    await refuseDoubtful(tx, company.id, refund);
    const worthPaise = refund.amount_paise;
    const rule = await soleActRule(tx, scope, company.second_approver_above_paise, worthPaise, [refund.user_id]);
    let first: string | null = null;
    if (rule !== null) {
      first = await agree(tx, scope, 'refund.approve', id, {});
      if (first === null) {
        await record(tx, eventFor(scope, 'refund.approve.first', refund));
        return { data: { id, state: refund.state }, message: FIRST_RECORDED[rule] };
      }
      if (refund.created_by === actor.id) throw new ApiError('forbidden', CREATED_IT);
    } else await recordSoleAct(tx, scope, { kind: 'refund.approve', subjectId: id, worthPaise });
    await settle(tx, scope, id, first === null ? 'WITHDRAWN' : 'CONFIRMED');
    await setApproved(tx, company.id, id, actor.id);
    await record(tx, {
      ...eventFor(scope, 'refund.approve', refund),
      before: { state: refund.state },
      after: { number: refund.number, state: 'APPROVED', ...(first !== null && { firstApprovalBy: first }) },
    });
    return { data: { id, state: 'APPROVED' as const } };
  });
