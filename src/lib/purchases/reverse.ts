/**
 * Taking back an approval that was wrong: whatever the purchase gave, to its buyer and to the referrer, leaves the ledger
 * by entries of its own, and the stock can be sold again. The receipt keeps its number and says that it is cancelled; the
 * reference number is free for the purchase that it belongs to.
 *
 * Maker is never checker: nobody reverses a purchase of his own, and above the company's bound two admins have to agree;
 * the second one's reason is the one that is kept.
 *
 * No balance falls below 0 by it: stock can't be spent, so what a purchase gave is there as long as it is approved.
 */
import { record } from '../audit/service.ts';
import { needsSecondApprover } from '../companies/rules.ts';
import { mailBrand } from '../companies/service.ts';
import { readCompany } from '../companies/store.ts';
import type { InputOf, OutputOf } from '../core/contract.ts';
import { ApiError, assert, notFound } from '../core/errors.ts';
import { type Db, inTransaction } from '../db/client.ts';
import { entriesOfPurchase, takeBack } from '../ledger/service.ts';
import type { Letter } from '../mail/letter.ts';
import { enqueue } from '../mail/service.ts';
import { purchaseReversed, rewardReversed } from '../mail/templates-purchase.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import type { reversePurchase as Reverse, withdrawReversal as Withdraw } from './reverse-contract.ts';
import * as store from './reverse-store.ts';
import { listSeconds } from './store.ts';

const OWN = 'You can’t reverse a purchase of your own. Another admin has to do it.';
const ASKED = 'Noted. A second admin has to agree before the purchase is reversed.';
const ASKED_AGAIN = 'You have asked for this reversal already. Another admin has to agree.';
const CAME_LATER =
  'You became an admin, or your email was changed, after this reversal was asked for. ' +
  'An admin from before has to agree, or the request has to be called off and made anew.';

/**
 * Where the company asks for two admins the first call is noted and nothing else happens.
 * @throws ApiError not_found; forbidden for one's own; conflict when it is not approved, was reversed already, when the
 * first of two asks again, or when the second became an admin after the first
 */
export async function reversePurchase(
  scope: Scope,
  input: InputOf<typeof Reverse>,
): Promise<Result<OutputOf<typeof Reverse>>> {
  const data = await inTransaction(scope.db, (tx) => reverseIn(tx, scope, input.id, input.reason));
  return data.status === 'APPROVED' ? { data, message: ASKED } : { data };
}

async function reverseIn(tx: Db, scope: Scope, id: string, reason: string): Promise<OutputOf<typeof Reverse>> {
  const company = await readCompany(tx, scope.company.id);
  const actor = actorOf(scope);
  const found = await store.lockApproved(tx, company.id, id);
  if (!found) throw await whyNot(tx, company.id, id);
  if (found.buyerId === actor.id) throw new ApiError('forbidden', OWN);
  let first: string | null = null;
  if (needsSecondApprover(found.finalAmountPaise, company.second_approver_above_paise)) {
    if (found.askedBy === actor.id) throw new ApiError('conflict', ASKED_AGAIN);
    const admins = found.askedBy === null ? [] : await listSeconds(tx, company.id, id, 'reversal_asked_at');
    if (!admins.some((it) => it.id === found.askedBy)) return ask(tx, scope, id, reason);
    if (!admins.some((it) => it.id === actor.id && it.wasThere)) throw new ApiError('conflict', CAME_LATER);
    first = found.askedBy;
  }
  const purchase = await store.reverse(tx, company.id, id, { adminId: actor.id, reason });
  assert(purchase, 'what is locked as approved can be reversed');
  assert(purchase.reversed_at, 'a reversed purchase has its time');

  // Read under the lock of the purchase: nothing can be given for it any more.
  const given = await entriesOfPurchase(tx, company.id, id);
  assert(given[0]?.userId === purchase.user_id, 'an approved purchase has given its buyer the stock');
  const people = await store.listPeople(
    tx,
    company.id,
    given.map((it) => it.userId),
  );
  const buyer = people.find((it) => it.id === purchase.user_id);
  assert(buyer, 'whom the ledger names is there');
  const brand = mailBrand(scope);
  const entries: bigint[] = [];
  for (const { userId, quantity, kind } of given) {
    const entry = await takeBack(tx, { companyId: company.id, userId, quantity, sourceId: id });
    entries.push(entry.seq);
    const person = people.find((it) => it.id === userId);
    if (!person) continue;
    const told = { brand, name: person.name, quantity, hash: entry.hash };
    const letter =
      kind === 'REWARD'
        ? rewardReversed({ ...told, fromMemberId: buyer.memberId })
        : purchaseReversed({
            ...told,
            orderNumber: purchase.order_number,
            amountPaise: purchase.final_amount_paise,
            reason,
          });
    const about = { kind: kind === 'REWARD' ? 'reward-reversed' : 'purchase-reversed', aboutId: id };
    await tell(tx, scope, person, about, letter);
  }
  const [bought, rewarded] = given;
  await record(tx, {
    scopeId: company.id,
    actor,
    action: 'purchase.reverse',
    subjectKind: 'purchase',
    subjectId: id,
    before: { status: 'APPROVED' },
    after: {
      status: 'REVERSED',
      orderNumber: purchase.order_number,
      entries,
      quantity: bought?.quantity ?? 0n,
      reward: rewarded?.quantity ?? 0n,
      ...(first !== null && { askedBy: first }),
    },
  });
  return { id, status: 'REVERSED', reversedAt: purchase.reversed_at.toISOString() };
}

async function ask(tx: Db, scope: Scope, id: string, reason: string): Promise<OutputOf<typeof Reverse>> {
  await store.noteAsked(tx, scope.company.id, id, { adminId: actorOf(scope).id, reason });
  await recordAsking(tx, scope, id, 'purchase.reverse.ask');
  return { id, status: 'APPROVED', reversedAt: null };
}

/** By whoever asked, who thought better of it, or by another admin, who does not agree. */
export async function withdrawReversal(
  scope: Scope,
  input: InputOf<typeof Withdraw>,
): Promise<Result<OutputOf<typeof Withdraw>>> {
  const { id } = input;
  await inTransaction(scope.db, async (tx) => {
    const found = await store.lockApproved(tx, scope.company.id, id);
    if (!found) throw await whyNot(tx, scope.company.id, id);
    if (found.askedBy === null)
      throw new ApiError('conflict', 'Nobody asks for this reversal any more. Please read the list again.');
    await store.noteAsked(tx, scope.company.id, id, null);
    await recordAsking(tx, scope, id, 'purchase.reverse.withdraw');
  });
  return { data: { id, status: 'APPROVED' } };
}

function recordAsking(
  tx: Db,
  scope: Scope,
  id: string,
  action: 'purchase.reverse.ask' | 'purchase.reverse.withdraw',
): Promise<void> {
  return record(tx, {
    scopeId: scope.company.id,
    actor: actorOf(scope),
    action,
    subjectKind: 'purchase',
    subjectId: id,
    after: { status: 'APPROVED' },
  });
}

async function whyNot(tx: Db, companyId: string, id: string): Promise<ApiError> {
  const status = await store.readStatus(tx, companyId, id);
  if (status === null) return notFound('Purchase');
  return new ApiError(
    'conflict',
    status === 'REVERSED'
      ? 'This purchase has already been reversed.'
      : 'Only an approved purchase can be reversed. Please read the list again.',
  );
}

/** An account that was erased has no address any more. */
async function tell(
  tx: Db,
  scope: Scope,
  to: { email: string; deletedAt: Date | null },
  about: { kind: string; aboutId: string },
  letter: Letter,
): Promise<void> {
  if (to.deletedAt === null) await enqueue(tx, { companyId: scope.company.id, to: to.email, ...about, ...letter });
}
