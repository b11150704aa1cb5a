/**
 * An admin's decision: once, for good, and whole. Everything that follows from it is in the same transaction, so that a
 * purchase is approved with its stock, its reward, its audit entry and its mails, or not at all.
 *
 * Maker is never checker: nobody approves a purchase of his own, and above the company's bound two admins approve.
 */
import { type AuditEvent, record, recording } from '../audit/service.ts';
import { needsSecondApprover } from '../companies/rules.ts';
import { mailBrand } from '../companies/service.ts';
import type { InputOf, OutputOf } from '../core/contract.ts';
import { ApiError, assert, notFound } from '../core/errors.ts';
import { WORDS } from '../core/words.ts';
import { type Db, inTransaction, violates } from '../db/client.ts';
import { credit, release } from '../ledger/service.ts';
import type { Letter } from '../mail/letter.ts';
import { enqueue, enqueueing, type Mail } from '../mail/service.ts';
import { purchaseApproved, purchaseRejected } from '../mail/templates-purchase.ts';
import { rewardReferrer } from '../referrals/service.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import type { approvePurchase as Approve, rejectPurchase as Reject } from './contract.ts';
import { numberReceipt } from './receipt-store.ts';
import * as store from './store.ts';

type About = { readonly kind: string; readonly aboutId: string };
type Decided = NonNullable<Awaited<ReturnType<typeof store.decide>>>;
type Person = NonNullable<Awaited<ReturnType<typeof store.findForDecision>>>['buyer'];

const OWN = 'You can’t approve a purchase of your own. Another admin has to decide on it.';
const FIRST_NOTED = 'Noted as the first approval. A second admin has to approve it too.';
const FIRST_AGAIN = 'You have approved this purchase already. Another admin has to approve it too.';
const CAME_LATER =
  'You became an admin, or your email was changed, after the first approval of this purchase. ' +
  'An admin from before has to approve it; where there is none, the first one can approve it anew.';

/**
 * Where the company asks for two admins the first approval is noted and nothing else happens.
 * @throws ApiError not_found; forbidden for one's own; conflict when it is decided already, when another with the same
 * reference is approved, or when the first of two approves again
 */
export async function approvePurchase(
  scope: Scope,
  input: InputOf<typeof Approve>,
): Promise<Result<OutputOf<typeof Approve>>> {
  try {
    const data = await inTransaction(scope.db, (tx) => approveIn(tx, scope, input.id));
    return data.status === 'PENDING' ? { data, message: FIRST_NOTED } : { data };
  } catch (cause) {
    if (!violates(cause, 'purchases_reference_approved')) throw cause;
    throw new ApiError(
      'conflict',
      'Another purchase with the same UTR or Transaction Number has already been approved. Please check the bank statement.',
      { cause },
    );
  }
}

async function approveIn(tx: Db, scope: Scope, id: string): Promise<OutputOf<typeof Approve>> {
  const found = await store.findForDecision(tx, scope.company.id, id);
  if (!found) throw notFound('Purchase');
  const { company, buyer, referrer } = found;
  if (buyer.id === actorOf(scope).id) throw new ApiError('forbidden', OWN);
  let first: string | null = null;
  if (needsSecondApprover(found.finalAmountPaise, company.second_approver_above_paise)) {
    first = await findFirst(tx, scope, id);
    if (first === null) return approveFirst(tx, scope, id);
  }
  const purchase = await decideIn(tx, scope, id, 'APPROVED', null);
  const { entry, remaining } = await credit(tx, {
    companyId: company.id,
    userId: buyer.id,
    quantity: purchase.quantity,
    kind: 'PURCHASE',
    sourceId: purchase.id,
    fromHold: true,
  });
  const rewarded = await rewardReferrer(
    tx,
    { company, origin: scope.origin },
    { purchaseId: purchase.id, quantity: purchase.quantity, buyer, referrer, remaining },
  );
  const letter = purchaseApproved({
    ...lettersFacts(scope, buyer, purchase),
    quantity: purchase.quantity,
    hash: entry.hash,
  });
  const mail = mailTo(scope, buyer, { kind: 'purchase-approved', aboutId: purchase.id }, letter);
  // Everybody who buys or approves waits from the credit on: what is left goes in as few statements as can be.
  const event: AuditEvent = {
    scopeId: company.id,
    actor: actorOf(scope),
    action: 'purchase.approve',
    subjectKind: 'purchase',
    subjectId: purchase.id,
    before: { status: 'PENDING' },
    after: {
      status: 'APPROVED',
      orderNumber: purchase.order_number,
      entry: entry.seq,
      quantity: purchase.quantity,
      reward: rewarded?.quantity ?? 0n,
      ...(first !== null && { firstApprovedBy: first }),
    },
  };
  const last = { recording: recording(event), telling: mail && enqueueing(mail) };
  await numberReceipt(tx, company.id, purchase.id, last);
  return answerOf(purchase, 'APPROVED');
}

/**
 * Locks the purchase. @returns the admin who has approved it first, null while nobody has who still is one, or when the
 * first approves anew because all who could be the second have come later
 * @throws ApiError conflict when it is decided already, when the first is who asks, or when who asks came later
 */
async function findFirst(tx: Db, scope: Scope, id: string): Promise<string | null> {
  const first = await store.lockPending(tx, scope.company.id, id);
  if (first === undefined) throw new ApiError('conflict', WORDS.alreadyProcessed);
  if (first === null) return null;
  const admins = await store.listSeconds(tx, scope.company.id, id, 'first_approved_at');
  const others = admins.filter((it) => it.id !== first);
  if (others.length === admins.length) return null;
  if (first === actorOf(scope).id) {
    if (others.length === 0 || others.some((it) => it.wasThere)) throw new ApiError('conflict', FIRST_AGAIN);
    return null;
  }
  if (!others.some((it) => it.id === actorOf(scope).id && it.wasThere)) throw new ApiError('conflict', CAME_LATER);
  return first;
}

async function approveFirst(tx: Db, scope: Scope, id: string): Promise<OutputOf<typeof Approve>> {
  await store.noteFirstApproval(tx, scope.company.id, id, actorOf(scope).id);
  await record(tx, {
    scopeId: scope.company.id,
    actor: actorOf(scope),
    action: 'purchase.approve.first',
    subjectKind: 'purchase',
    subjectId: id,
    after: { status: 'PENDING' },
  });
  return { id, status: 'PENDING', decidedAt: null };
}

/** @throws ApiError not_found; conflict when it is decided already */
export async function rejectPurchase(
  scope: Scope,
  input: InputOf<typeof Reject>,
): Promise<Result<OutputOf<typeof Reject>>> {
  return { data: await inTransaction(scope.db, (tx) => rejectIn(tx, scope, input.id, input.reason ?? null)) };
}

async function rejectIn(tx: Db, scope: Scope, id: string, reason: string | null): Promise<OutputOf<typeof Reject>> {
  const found = await store.findForDecision(tx, scope.company.id, id);
  if (!found) throw notFound('Purchase');
  const { buyer } = found;
  const purchase = await decideIn(tx, scope, id, 'REJECTED', reason);
  const letter = purchaseRejected({ ...lettersFacts(scope, buyer, purchase), reason });
  const mail = mailTo(scope, buyer, { kind: 'purchase-rejected', aboutId: purchase.id }, letter);
  if (mail) await enqueue(tx, mail);
  await release(tx, scope.company.id, purchase.quantity);
  await record(tx, {
    scopeId: scope.company.id,
    actor: actorOf(scope),
    action: 'purchase.reject',
    subjectKind: 'purchase',
    subjectId: purchase.id,
    before: { status: 'PENDING' },
    after: { status: 'REJECTED', orderNumber: purchase.order_number, quantity: purchase.quantity },
  });
  return answerOf(purchase, 'REJECTED');
}

async function decideIn(
  tx: Db,
  scope: Scope,
  id: string,
  status: 'APPROVED' | 'REJECTED',
  reason: string | null,
): Promise<Decided> {
  const purchase = await store.decide(tx, scope.company.id, id, { status, decidedBy: actorOf(scope).id, reason });
  if (!purchase) throw new ApiError('conflict', WORDS.alreadyProcessed);
  return purchase;
}

function lettersFacts(scope: Scope, buyer: Person, purchase: Decided) {
  return {
    brand: mailBrand(scope),
    name: buyer.name,
    orderNumber: purchase.order_number,
    amountPaise: purchase.final_amount_paise,
  };
}

/** An account that was erased has no address any more. */
function mailTo(scope: Scope, to: Person, about: About, letter: Letter): Mail | null {
  return to.deletedAt === null ? { companyId: scope.company.id, to: to.email, ...about, ...letter } : null;
}

function answerOf(purchase: Decided, status: 'APPROVED' | 'REJECTED'): OutputOf<typeof Approve> {
  assert(purchase.decided_at, 'a decided purchase has its time');
  return { id: purchase.id, status, decidedAt: purchase.decided_at.toISOString() };
}
