/**
 * Reverses a wrong approval. Ledger entries take back what the purchase credited to the buyer and to the referrer, and the
 * stock can be sold again. The receipt keeps its number and shows that it is cancelled. The reference number can then be
 * used for the purchase that it belongs to.
 *
 * Maker-checker: nobody reverses a purchase of their own, and above the company's bound, alone or with what the admin did alone on
 * the day, two admins have to agree. The reason of the second admin is stored.
 *
 * No balance falls below 0: members can't spend stock, so they still have what an approved purchase credited.
 */
import { lockActor, recordSoleAct, soleActRule } from '../../approvals/alone/service.ts';
import { agree, settle } from '../../approvals/service.ts';
import { type AuditEvent, record } from '../../audit/service.ts';
import { lockRecentSession } from '../../auth/reauthentication/service.ts';
import { isFrozen, SALE_FROZEN } from '../../companies/rules.ts';
import { mailBrand } from '../../companies/service.ts';
import { readCompany } from '../../companies/store.ts';
import type { OutputOf } from '../../core/contract.ts';
import { ApiError, assert, notFound } from '../../core/errors.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { inLanguage } from '../../languages/service.ts';
import { creditsOfPurchase, takeBack } from '../../ledger/service.ts';
import { enqueue, type Mail } from '../../mail/service.ts';
import { purchaseReversed } from '../../mail/templates/purchase.ts';
import { rewardReversed } from '../../mail/templates/rewards.ts';
import { reverseReward } from '../../referrals/service.ts';
import { actorOf, type Scope, type UseCase } from '../../scope.ts';
import { highestPrice } from '../../settings/price-lock/service.ts';
import { lockBankRows } from '../decide/store.ts';
import { worthPaise } from '../rules.ts';
import type * as calls from './calls.ts';
import * as store from './store.ts';

type Reversed = NonNullable<Awaited<ReturnType<typeof store.reverse>>>;

const OWN = 'You can’t reverse your own purchase. Another admin has to do it.';
const REQUEST_RECORDED = 'Request recorded. A second admin has to agree before the purchase is reversed.';

/** @throws ApiError as `reverseIn` does */
export const reversePurchase: UseCase<typeof calls.reversePurchase> = async (scope, { id, reason }) => {
  const data = await inTransaction(scope.db, async (tx) => {
    const company = await readCompany(tx, scope.company.id);
    // Before the session, which shares the lock of the account: two that share it could not both have it alone.
    if (company.second_approver_above_paise !== null) await lockActor(tx, scope);
    await lockRecentSession(tx, scope);
    return reverseIn(tx, scope, id, reason);
  });
  return data.status === 'APPROVED' ? { data, message: REQUEST_RECORDED } : { data };
};

/**
 * Reverses an approved purchase in the caller's transaction. When the purchase needs two admins, the first call only
 * records the request and the status stays APPROVED. Locks in the order of the ledger.
 * @throws ApiError not_found; forbidden for the actor's own purchase; conflict when it is not approved or already reversed,
 * when the first of two admins calls again (`second_admin_needed`), or when the second became an admin after the request
 */
export async function reverseIn(
  tx: Db,
  scope: Scope,
  id: string,
  reason: string,
): Promise<OutputOf<typeof calls.reversePurchase>> {
  const company = await readCompany(tx, scope.company.id);
  if (isFrozen(company)) throw new ApiError('conflict', SALE_FROZEN);
  const actor = actorOf(scope);
  await lockBankRows(tx, company.id, [id]);
  const locked = await store.lockApproved(tx, company.id, id);
  if (!locked) throw await notApproved(tx, company.id, id);
  if (locked.buyerId === actor.id) throw new ApiError('forbidden', OWN);
  let first: string | null = null;
  const worth = worthPaise(locked, await highestPrice(tx, company));
  const rule = await soleActRule(tx, scope, company.second_approver_above_paise, worth, [locked.buyerId]);
  if (rule !== null) {
    first = await agree(tx, scope, 'purchase.reverse', id, { reason });
    if (first === null) {
      await recordRequest(tx, scope, id, 'purchase.reverse.ask');
      return { id, status: 'APPROVED', reversedAt: null };
    }
  }
  const [purchase] = await Promise.all([
    store.reverse(tx, company.id, id, { adminId: actor.id, reason }),
    settle(tx, scope, id, rule === null ? 'WITHDRAWN' : 'CONFIRMED'),
  ]);
  assert(purchase?.reversed_at, 'a locked approved purchase can be reversed and has a reversal time');
  const reversal = { purchaseId: purchase.id, at: purchase.reversed_at };
  // Before the credits are read: the reward may be released at this moment.
  const held = await reverseReward(tx, { company, origin: scope.origin }, reversal);
  if (held) await settle(tx, scope, held.id, 'REFUSED');
  const returned = await takeBackAll(tx, scope, purchase, reason);
  const [bought, rewarded] = returned;
  if (first === null) await recordSoleAct(tx, scope, { kind: 'purchase.reverse', subjectId: id, worthPaise: worth });
  await record(tx, {
    ...eventOf(scope, 'purchase.reverse', id),
    before: { status: 'APPROVED' },
    after: {
      status: 'REVERSED',
      orderNumber: purchase.order_number,
      entries: returned.map((it) => it.seq),
      quantity: bought?.quantity ?? 0n,
      reward: rewarded?.quantity ?? 0n,
      ...(held && { heldReward: held.quantity }),
      ...(first !== null && { askedBy: first }),
    },
  });
  return { id, status: 'REVERSED', reversedAt: purchase.reversed_at.toISOString() };
}

/** Takes back what the purchase credited and notifies the members. @returns each quantity with its entry's number */
async function takeBackAll(
  tx: Db,
  scope: Scope,
  purchase: Reversed,
  reason: string,
): Promise<{ readonly seq: bigint; readonly quantity: bigint }[]> {
  const companyId = scope.company.id;
  const at = purchase.reversed_at;
  assert(at, 'a reversed purchase has a reversal time');
  // Read under the lock of the purchase, so that no other credit for it can follow.
  const credits = await creditsOfPurchase(tx, companyId, purchase.id);
  assert(credits[0]?.userId === purchase.user_id, 'an approved purchase has credited its buyer');
  const ids = credits.map((it) => it.userId);
  const people = new Map((await store.listPeople(tx, companyId, ids)).map((person) => [person.id, person]));
  const buyer = people.get(purchase.user_id);
  assert(buyer, 'a member in the ledger exists');
  const returned: { seq: bigint; quantity: bigint }[] = [];
  for (const { userId, quantity, kind } of credits) {
    const entry = await takeBack(tx, { companyId, userId, quantity, sourceId: purchase.id, at });
    returned.push({ seq: entry.seq, quantity });
    const person = people.get(userId);
    // An erased account has no email address.
    if (!person || person.deletedAt !== null) continue;
    const facts = { brand: mailBrand(scope), name: person.name, quantity, hash: entry.hash };
    const mail = inLanguage(person.language ?? 'en', () =>
      kind === 'REWARD'
        ? { kind: 'reward-reversed', ...rewardReversed({ ...facts, fromMemberId: buyer.memberId }) }
        : { kind: 'purchase-reversed', ...purchaseReversed({ ...facts, ...orderFacts(purchase), reason }) },
    );
    await enqueue(tx, { companyId, to: person.email, aboutId: purchase.id, ...mail } satisfies Mail);
  }
  return returned;
}

const orderFacts = (purchase: Reversed) => ({
  orderNumber: purchase.order_number,
  amountPaise: purchase.final_amount_paise,
});

/**
 * Ends a requested reversal, by the admin who requested it or by another one who does not agree.
 * @throws ApiError not_found; conflict when the purchase is not approved, or when no reversal is requested
 */
export const withdrawReversal: UseCase<typeof calls.withdrawReversal> = async (scope, { id }) => {
  await inTransaction(scope.db, async (tx) => {
    if (!(await store.lockApproved(tx, scope.company.id, id))) throw await notApproved(tx, scope.company.id, id);
    if (!(await settle(tx, scope, id, 'REFUSED')))
      throw new ApiError('conflict', 'This reversal request has been withdrawn or declined. Please reload the list.');
    await recordRequest(tx, scope, id, 'purchase.reverse.withdraw');
  });
  return { data: { id, status: 'APPROVED' } };
};

function recordRequest(
  tx: Db,
  scope: Scope,
  id: string,
  action: 'purchase.reverse.ask' | 'purchase.reverse.withdraw',
): Promise<void> {
  return record(tx, { ...eventOf(scope, action, id), after: { status: 'APPROVED' } });
}

function eventOf(scope: Scope, action: AuditEvent['action'], subjectId: string) {
  return { scopeId: scope.company.id, actor: actorOf(scope), action, subjectKind: 'purchase', subjectId };
}

async function notApproved(tx: Db, companyId: string, id: string): Promise<ApiError> {
  const status = await store.readStatus(tx, companyId, id);
  if (status === null) return notFound('Purchase');
  return new ApiError(
    'conflict',
    status === 'REVERSED'
      ? 'This purchase has already been reversed.'
      : 'Only an approved purchase can be reversed. Please reload the list.',
  );
}
