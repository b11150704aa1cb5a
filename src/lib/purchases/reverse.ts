/**
 * Taking back an approval that was wrong: whatever the purchase gave, to its buyer and to the referrer, leaves the ledger
 * by entries of its own, and the stock can be sold again. The receipt keeps its number and says that it is cancelled; the
 * reference number is free for the purchase that it belongs to.
 *
 * No balance falls below 0 by it: stock can't be spent, so what a purchase gave is there as long as it is approved.
 */
import { record } from '../audit/service.ts';
import { checkCompany, mailBrand } from '../companies/service.ts';
import { readCompany } from '../companies/store.ts';
import type { InputOf, OutputOf } from '../core/contract.ts';
import { ApiError, assert, notFound } from '../core/errors.ts';
import { type Db, inTransaction } from '../db/client.ts';
import { entriesOfPurchase, takeBack } from '../ledger/service.ts';
import type { Letter } from '../mail/letter.ts';
import { enqueue } from '../mail/service.ts';
import { purchaseReversed, rewardReversed } from '../mail/templates-purchase.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import type { reversePurchase as Reverse } from './reverse-contract.ts';
import * as store from './reverse-store.ts';

/** @throws ApiError not_found; conflict when it is not approved, or was reversed already */
export async function reversePurchase(
  scope: Scope,
  input: InputOf<typeof Reverse>,
): Promise<Result<OutputOf<typeof Reverse>>> {
  checkCompany(scope, input.companyId);
  return { data: await inTransaction(scope.db, (tx) => reverseIn(tx, scope, input.id, input.reason)) };
}

async function reverseIn(tx: Db, scope: Scope, id: string, reason: string): Promise<OutputOf<typeof Reverse>> {
  const company = await readCompany(tx, scope.company.id);
  const actor = actorOf(scope);
  const purchase = await store.reverse(tx, company.id, id, { adminId: actor.id, reason });
  if (!purchase) throw await whyNot(tx, company.id, id);
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
    await tell(tx, scope, person, kind === 'REWARD' ? 'reward-reversed' : 'purchase-reversed', letter);
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
    },
  });
  return { id, status: 'REVERSED', reversedAt: purchase.reversed_at.toISOString() };
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
  kind: string,
  letter: Letter,
): Promise<void> {
  if (to.deletedAt === null) await enqueue(tx, { companyId: scope.company.id, to: to.email, kind, ...letter });
}
