/**
 * Approves and rejects purchases. One transaction approves a purchase, credits its stock and reward, and writes its audit
 * entry and mails. `approveIn` and `rejectIn` run in the caller's transaction.
 *
 * Maker-checker: nobody approves a purchase of their own, and above the company's bound two admins have to approve.
 */
import { recordSoleAct } from '../../approvals/alone/service.ts';
import type { SecondAdminRule } from '../../approvals/rules.ts';
import { agree, settle } from '../../approvals/service.ts';
import { type AuditEvent, record } from '../../audit/service.ts';
import { asksForTwoAdmins, isFrozen, SALE_FROZEN } from '../../companies/rules.ts';
import { mailBrand } from '../../companies/service.ts';
import type { InputOf, OutputOf } from '../../core/contract.ts';
import { ApiError, notFound } from '../../core/errors.ts';
import { formatQuantity } from '../../core/money.ts';
import { SPEC_TEXTS } from '../../core/spec-texts.ts';
import { answersOf, type Db, inTransaction, type Started, violates } from '../../db/client.ts';
import { breaksCheck } from '../../db/errors.ts';
import { inLanguage } from '../../languages/service.ts';
import { credit, release, reserve } from '../../ledger/service.ts';
import { enqueue, type Mail } from '../../mail/service.ts';
import { purchaseApproved, purchaseRejected } from '../../mail/templates/purchase.ts';
import type { RenderedMail } from '../../mail/templates/template.ts';
import * as limits from '../../rate-limits/service.ts';
import { planReward, type Rewarded, rewardReferrer } from '../../referrals/service.ts';
import { actorOf, type Scope, type UseCase } from '../../scope.ts';
import type * as calls from '../calls.ts';
import { makeRoomForApproval } from '../holds/displace/service.ts';
import { numberReceipt } from '../receipt/store.ts';
import { type Decided, decisionOf, decisionTime, factsOf, reservationOf, unprovenOf } from './mapper.ts';
import { refuseContradicted, refuseLost, refusePaidBack, refuseShort, refuseSpent } from './money/service.ts';
import * as store from './store.ts';
import { FIRST_RECORDED, worthOfApproval } from './worth/service.ts';

/** By all keys of one admin: a stolen key rejected every order that waited, within seconds. Approvals have their bound in money. */
const REJECTIONS_BY_KEYS = { name: 'key-rejections', max: 100, windowSeconds: 3_600 };

type Decision = OutputOf<typeof calls.approvePurchase>;
type About = { readonly kind: string; readonly aboutId: string };
type Facts = NonNullable<Awaited<ReturnType<typeof store.readForDecision>>>;
type Person = Facts['buyer'];

const OWN_REWARD = 'The referral reward of this purchase is yours. Another admin has to decide on it.';
const OWN = 'You can’t approve your own purchase. Another admin has to decide on it.';
const SAME_REFERENCE =
  'Another purchase with the same UTR or Transaction Number has already been approved. Please check the bank statement.';
const SUBMITTED_AGAIN =
  'The buyer has submitted this payment again, and the new purchase is pending. Please decide on that one.';
const SHARED_REFERENCE =
  'An approved order of this buyer has the same UTR or Transaction Number. Please assign the rest of that payment to this order in the reconciliation.';
const CORRECTED = 'The buyer has corrected this purchase. Please look at it again before you approve it.';
interface Approval {
  readonly decision: Decision & { readonly firstOfTwo?: SecondAdminRule };
  /** Starts the last statements. Since the credit, all buyers and admins wait for the supply. None for a first approval. */
  readonly finish: () => Started;
}

/** @throws ApiError as `approveIn` does */
export const approvePurchase: UseCase<typeof calls.approvePurchase> = async (scope, { id, version, bankState }) => {
  const { decision: data } = await inTransaction(
    scope.db,
    (tx) => prepareApproval(tx, scope, id, { version, bankState }),
    ({ finish }) => finish(),
  );
  return data.firstOfTwo === undefined ? { data } : { data, message: FIRST_RECORDED[data.firstOfTwo] };
};

/**
 * Approves a purchase in the caller's transaction. When the purchase needs two admins, the first call only records the
 * first approval and the status stays PENDING. Locks in the order of the ledger.
 * @throws ApiError not_found; forbidden for the actor's own purchase; conflict when it is already decided, when another
 * purchase with the same reference is approved (`same_reference`), when the first of two admins approves again
 * (`second_admin_needed`), or when its hold has ended and fewer tokens are left (`not_enough_stock`)
 */
export async function approveIn(tx: Db, scope: Scope, id: string): Promise<Approval['decision']> {
  const { decision, finish } = await prepareApproval(tx, scope, id);
  await answersOf(finish());
  return decision;
}

type Seen = Pick<InputOf<typeof calls.approvePurchase>, 'version' | 'bankState'>;

/** Everything of an approval up to the credit of the stock. @param seen what the admin saw; not checked without it */
async function prepareApproval(tx: Db, scope: Scope, id: string, seen: Seen = {}): Promise<Approval> {
  const facts = await store.readForDecision(tx, scope.company.id, id);
  if (!facts) throw notFound('Purchase');
  const { company, buyer, referrer } = facts;
  if (buyer.id === actorOf(scope).id) throw new ApiError('forbidden', OWN);
  if (referrer?.id === actorOf(scope).id && asksForTwoAdmins(company)) throw new ApiError('forbidden', OWN_REWARD);
  if (isFrozen(company)) throw new ApiError('conflict', SALE_FROZEN);
  let first: string | null = null;
  const { rule, worth, details } = await worthOfApproval(tx, scope, id, facts);
  if (rule !== null) {
    const pending = await store.lockPending(tx, company.id, id);
    if (!pending) throw new ApiError('conflict', SPEC_TEXTS.alreadyProcessed);
    refuseOutdated(pending, seen.version);
    await refuseShort(tx, company.id, pending);
    await refuseSpent(tx, company.id, pending);
    await refuseLost(tx, company.id, pending);
    await refuseContradicted(tx, company.id, pending, seen.bankState);
    first = await agree(tx, scope, 'purchase.approve', id, details);
    if (first === null)
      return { decision: { ...(await recordFirst(tx, scope, pending)), firstOfTwo: rule }, finish: () => [] };
  }
  const purchase = await decideIn(tx, scope, id, 'APPROVED', null);
  refuseOutdated(purchase, seen.version);
  await refuseShort(tx, company.id, purchase);
  await refuseSpent(tx, company.id, purchase);
  await refuseLost(tx, company.id, purchase);
  await refuseContradicted(tx, company.id, purchase, seen.bankState);
  const [, , plan] = await Promise.all([
    refusePaidBack(tx, company.id, purchase),
    settle(tx, scope, id, rule === null ? 'WITHDRAWN' : 'CONFIRMED'),
    planReward(tx, company, { purchaseId: purchase.id, buyerId: buyer.id, referrer }),
  ]);
  // From here on all buyers and admins wait for the supply.
  const ended =
    purchase.hold_ended_at === null ? [] : await makeRoomForApproval(tx, company.id, buyer.id, purchase.quantity);
  const { entry, remaining } = await credit(tx, {
    companyId: company.id,
    userId: buyer.id,
    quantity: purchase.quantity,
    kind: 'PURCHASE',
    sourceId: purchase.id,
    ...reservationOf(purchase),
    at: decisionTime(purchase),
  });
  const cause = { purchaseId: purchase.id, quantity: purchase.quantity, at: decisionTime(purchase) };
  const site = { company, origin: scope.origin };
  const reward = plan && (await rewardReferrer(tx, site, plan, { ...cause, buyerMemberId: buyer.memberId, remaining }));
  const mail = approvalMail(scope, buyer, purchase, entry.hash);
  const finish = () => [
    numberReceipt(tx, company, { id: purchase.id, decidedAt: decisionTime(purchase) }),
    ...(mail ? [enqueue(tx, mail)] : []),
    ...ended.map((event) => record(tx, event)),
    ...(first === null
      ? [recordSoleAct(tx, scope, { kind: 'purchase.approve', subjectId: id, worthPaise: worth })]
      : []),
    record(tx, {
      ...eventOf(scope, 'purchase.approve', purchase.id),
      before: { status: 'PENDING' },
      after: {
        status: 'APPROVED',
        orderNumber: purchase.order_number,
        entry: entry.seq,
        ...factsOf(purchase),
        ...rewardFacts(reward),
        ...(first !== null && { firstApprovedBy: first }),
      },
    }),
  ];
  return { decision: decisionOf(purchase, 'APPROVED'), finish };
}

/** What verification compares with the reward later: what was credited, and what waits. */
function rewardFacts(reward: Rewarded | null) {
  if (!reward) return { reward: 0n };
  const { quantity, rule, wait } = reward;
  return wait ? { reward: 0n, heldReward: quantity, rewardRule: rule } : { reward: quantity, rewardRule: rule };
}

/** Nobody approves a proof or a reference that they have not seen. Call it with the purchase locked. */
function refuseOutdated({ corrections }: { corrections: number }, version: number | undefined): void {
  if (version !== undefined && version !== corrections)
    throw new ApiError('conflict', CORRECTED, { reason: 'outdated' });
}

async function recordFirst(tx: Db, scope: Scope, { id, proof_sha256 }: store.Pending): Promise<Decision> {
  await record(tx, {
    ...eventOf(scope, 'purchase.approve.first', id),
    after: { status: 'PENDING', proofSha256: proof_sha256 },
  });
  return { id, status: 'PENDING', decidedAt: null };
}

/** @throws ApiError as `rejectIn` does */
export const rejectPurchase: UseCase<typeof calls.rejectPurchase> = async (scope, { id, reason = null }) => {
  const { apiKey, id: adminId } = actorOf(scope);
  if (apiKey !== undefined) await limits.spend(scope.app, REJECTIONS_BY_KEYS, adminId);
  return { data: await inTransaction(scope.db, (tx) => rejectIn(tx, scope, id, reason)) };
};

/**
 * Rejects a purchase in the caller's transaction and releases its stock.
 * @throws ApiError not_found; conflict when it is already decided
 */
export async function rejectIn(tx: Db, scope: Scope, id: string, reason: string | null): Promise<Decision> {
  const facts = await store.readForDecision(tx, scope.company.id, id);
  if (!facts) throw notFound('Purchase');
  const { buyer } = facts;
  await store.lockBankRows(tx, scope.company.id, [id]);
  const purchase = await decideIn(tx, scope, id, 'REJECTED', reason);
  const content = inLanguage(buyer.language ?? 'en', () =>
    purchaseRejected({ ...mailFacts(scope, buyer, purchase), reason }),
  );
  const mail = mailTo(scope, buyer, { kind: 'purchase-rejected', aboutId: purchase.id }, content);
  await Promise.all([
    settle(tx, scope, id, 'REFUSED'),
    purchase.hold_ended_at === null && release(tx, scope.company.id, purchase.quantity, unprovenOf(purchase)),
    mail && enqueue(tx, mail),
    record(tx, {
      ...eventOf(scope, 'purchase.reject', purchase.id),
      before: { status: 'PENDING' },
      after: { status: 'REJECTED', orderNumber: purchase.order_number, ...factsOf(purchase) },
    }),
  ]);
  return decisionOf(purchase, 'REJECTED');
}

/**
 * Makes a rejected purchase pending again in the caller's transaction and reserves its stock, so that a payment that the bank
 * has is not lost. The caller has locked the purchase, its buyer and the referrer, and then calls `approveIn`.
 * @throws ApiError conflict when the purchase is not rejected, when the buyer has submitted the same payment again, or when
 * fewer tokens are left (`not_enough_stock`)
 */
export async function reopenIn(tx: Db, scope: Scope, id: string, reason: string): Promise<void> {
  const companyId = scope.company.id;
  const purchase = await store.reopen(tx, companyId, id).catch((cause: unknown) => {
    if (!violates(cause, 'purchases_reference_own')) throw cause;
    throw new ApiError('conflict', SUBMITTED_AGAIN, { cause });
  });
  if (!purchase) throw new ApiError('conflict', SPEC_TEXTS.alreadyProcessed);
  const ended = await makeRoomForApproval(tx, companyId, purchase.userId, purchase.quantity);
  await reserve(tx, companyId, purchase.quantity, (remaining) => {
    const left = formatQuantity(remaining);
    return new ApiError('conflict', `Only ${left} tokens are left, so this purchase can’t be reopened now.`, {
      reason: 'not_enough_stock',
    });
  });
  for (const event of ended) await record(tx, event);
  await record(tx, {
    ...eventOf(scope, 'purchase.reopen', id),
    before: { status: 'REJECTED' },
    after: { status: 'PENDING', orderNumber: purchase.order_number, quantity: purchase.quantity, reason },
  });
}

async function decideIn(
  tx: Db,
  scope: Scope,
  id: string,
  status: 'APPROVED' | 'REJECTED',
  reason: string | null,
): Promise<Decided> {
  const decision = { status, decidedBy: actorOf(scope).id, reason };
  const purchase = await store.decide(tx, scope.company.id, id, decision).catch((cause: unknown) => {
    if (breaksCheck(cause, 'purchases_shared_reference'))
      throw new ApiError('conflict', SHARED_REFERENCE, { cause, reason: 'same_reference' });
    if (!violates(cause, 'purchases_reference_approved')) throw cause;
    throw new ApiError('conflict', SAME_REFERENCE, { cause, reason: 'same_reference' });
  });
  if (!purchase) throw new ApiError('conflict', SPEC_TEXTS.alreadyProcessed);
  return purchase;
}

function eventOf(scope: Scope, action: AuditEvent['action'], subjectId: string) {
  return { scopeId: scope.company.id, actor: actorOf(scope), action, subjectKind: 'purchase', subjectId };
}

function mailFacts(scope: Scope, buyer: Person, purchase: Decided) {
  return {
    brand: mailBrand(scope),
    name: buyer.name,
    orderNumber: purchase.order_number,
    amountPaise: purchase.final_amount_paise,
  };
}

function approvalMail(scope: Scope, buyer: Person, purchase: Decided, hash: string): Mail | null {
  const facts = { ...mailFacts(scope, buyer, purchase), quantity: purchase.quantity, hash };
  const content = inLanguage(buyer.language ?? 'en', () => purchaseApproved(facts));
  return mailTo(scope, buyer, { kind: 'purchase-approved', aboutId: purchase.id }, content);
}

/** Null for an erased account, which has no email address. */
function mailTo(scope: Scope, to: Person, about: About, content: RenderedMail): Mail | null {
  return to.deletedAt === null ? { companyId: scope.company.id, to: to.email, ...about, ...content } : null;
}
