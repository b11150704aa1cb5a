/**
 * Referral rewards that wait: members and admins see them, and admins release or refuse them. A release follows the approval of
 * a purchase: nobody releases a reward of their own, and above the company's bound two admins have to.
 */
import { requireActiveAdmin } from '../accounts/admins/service.ts';
import { lockActor, recordSoleAct, soleActRule } from '../approvals/alone/service.ts';
import { agree, listFirstAdmins, settle } from '../approvals/service.ts';
import { type AuditEvent, record } from '../audit/service.ts';
import { isFrozen, SALE_FROZEN } from '../companies/rules.ts';
import { mailBrand } from '../companies/service.ts';
import { readCompany } from '../companies/store.ts';
import { ApiError, notFound } from '../core/errors.ts';
import { paged } from '../core/pagination.ts';
import { searchTerms } from '../core/search.ts';
import { type Db, inTransaction } from '../db/client.ts';
import { inLanguage } from '../languages/service.ts';
import { enqueue } from '../mail/service.ts';
import { rewardRefused } from '../mail/templates/rewards.ts';
import { worthPaise } from '../purchases/rules.ts';
import { creditHeld, endHeld } from '../referrals/service.ts';
import { actorOf, type Scope, type UseCase } from '../scope.ts';
import { highestPrice } from '../settings/price-lock/service.ts';
import type * as calls from './calls.ts';
import { rewardForAdmin, rewardOf } from './mapper.ts';
import { decidedProblem, type Problem, releaseProblem } from './rules.ts';
import * as store from './store.ts';

const FIRST_REFUSED =
  'Refusal recorded. A second admin has to refuse the reward too, because refused rewards do not come back.';

const FIRST_RECORDED = {
  worth: 'Release recorded. A second admin has to release the reward too.',
  day: 'Release recorded. Your approvals today are above the limit for one admin, so a second admin has to release it too.',
  moved:
    'Release recorded. A second admin has to release the reward too, because you changed the email or removed the second factors of this member less than seven days ago.',
} as const;

export const listRewards: UseCase<typeof calls.listRewards> = async (scope, { state, ...page }) => {
  const filter = { companyId: scope.company.id, referrerId: actorOf(scope).id, state };
  const { rows, total } = await store.listRewards(scope.db, filter, page);
  return { data: paged(rows.map(rewardOf), total, page) };
};

export const listRewardsAsAdmin: UseCase<typeof calls.listRewardsAsAdmin> = async (
  scope,
  { search, state, ...page },
) => {
  const filter = { companyId: scope.company.id, state, terms: searchTerms(search) };
  const { rows, total } = await store.listRewards(scope.db, filter, page);
  const ids = rows.map((row) => row.id);
  const first = await listFirstAdmins(scope.db, scope.company.id, ids);
  const records = rows.map((row) => rewardForAdmin(row, actorOf(scope).id, first));
  return { data: paged(records, total, page) };
};

/**
 * Credits a reward that is on hold, or records the first of two releases.
 * @throws ApiError not_found; forbidden for a reward of the actor's own; conflict when it is not on hold, when the referrer is
 * not active, when the stock is frozen, or when the actor can't be the second of two
 */
export const releaseReward: UseCase<typeof calls.releaseReward> = (scope, { id }) =>
  inTransaction(scope.db, async (tx) => {
    await requireActiveAdmin(tx, scope);
    const company = await readCompany(tx, scope.company.id);
    if (isFrozen(company)) throw new ApiError('conflict', SALE_FROZEN);
    const actor = actorOf(scope);
    await lockActor(tx, scope);
    const held = await lock(tx, scope, id);
    refuseBy(releaseProblem(held, actor.id));
    let first: string | null = null;
    const worth = worthPaise({ finalAmountPaise: 0n, quantity: held.quantity }, await highestPrice(tx, company));
    const rule = await soleActRule(tx, scope, company.second_approver_above_paise, worth, [held.referrerId]);
    if (rule !== null) {
      first = await agree(tx, scope, 'reward.release', id, {});
      if (first === null) {
        await record(tx, eventFor(scope, 'reward.release.first', held));
        return { data: { id, state: 'HELD' as const }, message: FIRST_RECORDED[rule] };
      }
    } else await recordSoleAct(tx, scope, { kind: 'reward.release', subjectId: id, worthPaise: worth });
    await settle(tx, scope, id, first === null ? 'WITHDRAWN' : 'CONFIRMED');
    const site = { company, origin: scope.origin };
    const entry = await creditHeld(tx, site, held, { by: actor.id, at: scope.now });
    await record(tx, {
      ...eventFor(scope, 'reward.release', held),
      before: { state: 'HELD' },
      after: {
        state: 'CREDITED',
        orderNumber: held.orderNumber,
        entry: entry.seq,
        quantity: held.quantity,
        signs: [...held.signs],
        ...(first !== null && { firstReleaseBy: first }),
      },
    });
    return { data: { id, state: 'CREDITED' as const } };
  });

/**
 * Refuses a reward that is on hold, or records the first of two refusals.
 * @throws ApiError not_found; conflict when it is not on hold, or when the actor can't be the second of two
 */
export const refuseReward: UseCase<typeof calls.refuseReward> = (scope, { id, reason }) =>
  inTransaction(scope.db, async (tx) => {
    await requireActiveAdmin(tx, scope);
    const company = await readCompany(tx, scope.company.id);
    await lockActor(tx, scope);
    const held = await lock(tx, scope, id);
    refuseBy(decidedProblem(held.state));
    const worth = worthPaise({ finalAmountPaise: 0n, quantity: held.quantity }, await highestPrice(tx, company));
    if ((await soleActRule(tx, scope, company.second_approver_above_paise, worth, [])) === null)
      await recordSoleAct(tx, scope, { kind: 'reward.refuse', subjectId: id, worthPaise: worth });
    else if ((await agree(tx, scope, 'reward.refuse', id, { reason })) === null) {
      await record(tx, eventFor(scope, 'reward.refuse.first', held));
      return { data: { id, state: 'HELD' as const }, message: FIRST_REFUSED };
    }
    await settle(tx, scope, id, 'REFUSED');
    await endHeld(tx, company.id, held, { state: 'REFUSED', at: scope.now, by: actorOf(scope).id, reason });
    const { name, quantity, buyerMemberId: fromMemberId } = held;
    const letter = { brand: mailBrand(scope), name, quantity, fromMemberId, reason };
    const content = inLanguage(held.language ?? 'en', () => rewardRefused(letter));
    // An account with a reward that waits is not deleted, so it has an address.
    const mail = { companyId: company.id, to: held.email, kind: 'reward-refused', aboutId: held.purchaseId };
    await enqueue(tx, { ...mail, ...content });
    await record(tx, {
      ...eventFor(scope, 'reward.refuse', held),
      before: { state: 'HELD' },
      after: { state: 'REFUSED', orderNumber: held.orderNumber, quantity, signs: [...held.signs] },
    });
    return { data: { id, state: 'REFUSED' as const } };
  });

async function lock(tx: Db, scope: Scope, id: string): Promise<store.Decidable> {
  const held = await store.lockReward(tx, scope.company.id, id);
  if (!held) throw notFound('Reward');
  return held;
}

function refuseBy(problem: Problem | null): void {
  if (problem) throw new ApiError(problem.code, problem.text);
}

/** The trail of a reward is that of its purchase. */
function eventFor(scope: Scope, action: AuditEvent['action'], held: store.Decidable): AuditEvent {
  return {
    scopeId: scope.company.id,
    actor: actorOf(scope),
    action,
    subjectKind: 'purchase',
    subjectId: held.purchaseId,
  };
}
