/**
 * The submission of a payment with its proof. A submission reserves its stock until an admin decides, so
 * that nobody pays for stock that is sold and no approval can oversell.
 *
 * One file may prove several purchases (one payment for two orders, or a rejected proof that is sent again); the admin is
 * shown that. A reference number that is approved, or that the same member has pending, is refused.
 */
import { type AuditEvent, record } from '../../audit/service.ts';
import { primaryPayee, refusesExamples } from '../../beneficiaries/service.ts';
import { mailBrand } from '../../companies/service.ts';
import type { InputOf } from '../../core/contract.ts';
import { ApiError, assert, notFound } from '../../core/errors.ts';
import { answersOf, type Db, inTransaction, type Started, violates } from '../../db/client.ts';
import { inLanguage } from '../../languages/service.ts';
import { remainingOf } from '../../ledger/service.ts';
import { enqueue, type Mail } from '../../mail/service.ts';
import { purchaseSubmitted } from '../../mail/templates/purchase.ts';
import * as limits from '../../rate-limits/service.ts';
import { actorOf, type Company, type Scope, type UseCase } from '../../scope.ts';
import { type Terms, termsFor } from '../../settings/price-lock/service.ts';
import type * as calls from '../calls.ts';
import { reserveOrder, submitBetweenHolds } from '../holds/displace/service.ts';
import {
  heldProblem,
  holdableLeft,
  isUnproven,
  type OpenPurchases,
  openProblem,
  type PurchaseCaps,
  reservedHours,
} from '../holds.rules.ts';
import { transactionOf } from '../list/mapper.ts';
import { readTransaction, type TransactionRow } from '../list/store.ts';
import { sameReferences } from '../reference.rules.ts';
import {
  orderNumberAt,
  orderNumberWithSuffix,
  orderProblem,
  PAUSE_GRACE_SECONDS,
  pauseProblem,
  quote,
} from '../rules.ts';
import { noteBrowser } from './browser/service.ts';
import { type Payment, readPayment, refuseExample, shownAccount } from './payment.rules.ts';
import { hashesOf } from './repeat/service.ts';
import { referenceUsed, sharesOrRefuse } from './rest/service.ts';
import * as store from './store.ts';

export const VERIFIED_ONLY =
  'Buying is open to verified members only. Please wait until our team has verified your account.';

/** The company's caps on one member's pending purchases. */
export function capsOf(company: Company, isVerified: boolean): PurchaseCaps {
  return {
    openMax: company.open_purchases_max,
    privateSupply: company.private_supply,
    shareBps: isVerified ? company.held_share_bps : company.held_share_unverified_bps,
  };
}

const SUBMISSIONS_OF_ACCOUNT = { name: 'submit-account', max: 120, windowSeconds: 3_600 };

/** @throws ApiError rate_limited; else as `submitIn` does */
export const submitPayment: UseCase<typeof calls.submitPayment> = async (scope, input) => {
  await limits.spend(scope.app, SUBMISSIONS_OF_ACCOUNT, actorOf(scope).id);
  const { row } = await submitBetweenHolds(scope, (displaces) =>
    inTransaction(
      scope.db,
      (tx) => prepare(tx, scope, input, displaces),
      ({ finish }) => finish(),
    ),
  );
  return { data: transactionOf(row, new Set(row.isDuplicate ? [row.id] : [])) };
};

/** `isDuplicate`: another pending or approved purchase has the same reference number. */
type SubmittedRow = TransactionRow & { readonly isDuplicate: boolean };

interface Prepared {
  readonly row: SubmittedRow;
  /** Starts the last statements, which lock the supply and the audit trail. None for a repeated submission. */
  readonly finish: () => Started;
}

/**
 * Submits a payment of the actor in the caller's transaction, in the lock order of the ledger.
 * @returns the purchase; for a repeated submission, the one that the first call made
 * @throws ApiError invalid; not_found for a file or account that is missing; forbidden while only verified members buy;
 * conflict when buying is paused, the reference number is used, the member's pending purchases are at a cap of the company,
 * the supply has less than the order, or an order without a proof does not fit below the ceiling of unproven holds
 */
export async function submitIn(
  tx: Db,
  scope: Scope,
  input: InputOf<typeof calls.submitPayment>,
): Promise<SubmittedRow> {
  const { row, finish } = await prepare(tx, scope, input);
  await answersOf(finish());
  return row;
}

/**
 * Everything of a submission before the locks for which all buyers wait.
 * @param displaces whether unproven holds end for it
 */
async function prepare(
  tx: Db,
  scope: Scope,
  input: InputOf<typeof calls.submitPayment>,
  displaces = false,
): Promise<Prepared> {
  const payment = readPayment(input);
  const hashes = hashesOf(payment);
  const { buyer, facts, payee } = await read(tx, scope, payment, hashes.repeat);
  if (!buyer) throw new ApiError('unauthenticated', 'Please log in to continue.');
  const { company, member } = buyer;
  if (facts.known)
    return {
      row: await readKnown(tx, company.id, facts.known, scope.request.idempotencyKey === null ? null : hashes.content),
      finish: () => [],
    };

  refuseBuyer(scope, buyer);
  const terms = await termsFor(tx, company, payment.orderAmountPaise, payment.shownTerms);
  const quoted = quote(payment.orderAmountPaise, terms.priceMicros, terms.feeBps);
  // `reserve` checks availability under its lock.
  const problem = orderProblem(payment.orderAmountPaise, terms.priceMicros, quoted.quantity, terms);
  if (problem !== null) throw new ApiError('invalid', problem);
  // More than the whole supply: no need to wait for its lock.
  if (quoted.quantity > company.private_supply) throw soldOut(await remainingOf(tx, company.id), payment, terms);
  refusePayment(payment, facts);
  const order = { companyId: company.id, userId: member.id, duePaise: quoted.totalPaise, id: null };
  const sharesReference = await sharesOrRefuse(tx, payment.reference, facts.uses, order);
  if (refusesExamples(scope.app)) refuseExample(payment, payee);
  refuseAboveCaps(buyer, facts.open, quoted.quantity);

  await noteBrowser(tx, scope, member);
  const row = await insertPurchase(tx, payment.purchaseId ?? orderNumberAt(scope.now.getTime()), {
    company_id: company.id,
    user_id: member.id,
    payment_method: payment.method,
    order_amount_paise: payment.orderAmountPaise,
    price_micros: terms.priceMicros,
    quantity: quoted.quantity,
    fee_bps: terms.feeBps,
    fee_paise: quoted.feePaise,
    final_amount_paise: quoted.totalPaise,
    claimed_amount_paise: payment.claimedAmountPaise,
    reference_number: payment.reference,
    shares_reference: sharesReference,
    receipt_id: payment.receiptId,
    beneficiary: payee === null ? null : JSON.stringify(payee),
    order_age_seconds: payment.orderAgeSeconds,
    idempotency_key: scope.request.idempotencyKey,
    content_hash: hashes.content,
    repeat_hash: hashes.repeat,
    is_unproven: isUnproven(payment, member, quoted.quantity),
  });
  const isAtBank = facts.bankAmounts.includes(row.final_amount_paise);
  const short = (remaining: bigint) => soldOut(remaining, payment, terms);
  const reserveStock = await reserveOrder(tx, row, { company, isAtBank, displaces, short });
  return {
    row: submittedRow(row, facts),
    finish: () => [
      enqueue(tx, submittedMail(scope, member, row)),
      ...reserveStock(),
      record(tx, submittedEvent(scope, row)),
    ],
  };
}

function submittedRow(row: store.InsertedPurchase, facts: store.SubmissionFacts): SubmittedRow {
  return {
    ...row,
    mime: facts.receipt?.mime ?? null,
    entry_hash: null,
    reversal_hash: null,
    bank: null,
    parts: null,
    thread: null,
    isDuplicate: facts.uses.some((use) => !use.isOwn),
  };
}

/** Locks the buyer and reads all facts. The statements are sent together and run in this order: they read under the lock. */
async function read(tx: Db, scope: Scope, payment: Payment, repeatHash: string | null) {
  const { id: companyId } = scope.company;
  const { id: userId } = actorOf(scope);
  const shown = shownAccount(payment);
  const isPayeeKnown = payment.method === 'MANUAL' || shown !== null;
  const [buyer, facts, primary] = await Promise.all([
    store.lockBuyer(tx, companyId, userId),
    store.readForSubmission(tx, {
      companyId,
      userId,
      key: scope.request.idempotencyKey,
      repeatHash,
      receiptId: payment.receiptId,
      references: payment.reference === null ? [] : sameReferences(payment.reference),
      shown,
    }),
    isPayeeKnown ? null : primaryPayee(tx, companyId),
  ]);
  // The account that the buyer paid to, even if it was changed, deactivated or deleted since then.
  return { buyer, facts, payee: isPayeeKnown ? facts.payee : primary };
}

const PAYEE_ENDED =
  'The account that you were shown has not been in use for 72 hours. Please open your order again and pay to the account shown there. If you have already paid, please contact our team.';

function refuseBuyer(scope: Scope, { company, member }: store.LockedBuyer): void {
  const paused = pauseProblem(company, scope.now, PAUSE_GRACE_SECONDS);
  if (paused !== null) throw new ApiError('conflict', paused);
  if (company.verified_members_only && !member.isApproved) throw new ApiError('forbidden', VERIFIED_ONLY);
}

function refusePayment(payment: Payment, facts: store.SubmissionFacts): void {
  if (payment.receiptId !== null && !facts.receipt) throw notFound('Receipt', 'receiptId');
  if (!shownAccount(payment)) return;
  if (!facts.payee) throw notFound('Beneficiary', 'beneficiaryId');
  if (!facts.isPayeeRecent) throw new ApiError('conflict', PAYEE_ENDED, { field: 'beneficiaryId' });
}

function refuseAboveCaps({ company, member }: store.LockedBuyer, open: OpenPurchases, quantity: bigint): void {
  const caps = capsOf(company, member.isApproved);
  const problem = openProblem(open, caps) ?? heldProblem(quantity, holdableLeft(open, caps));
  if (problem !== null) throw new ApiError('conflict', problem);
}

function submittedMail(scope: Scope, member: store.Buyer, row: store.InsertedPurchase): Mail {
  const { order_number: orderNumber, final_amount_paise: amountPaise, quantity } = row;
  const { payment_method: paymentMethod, reference_number: referenceNumber } = row;
  const holdHours = reservedHours(scope.company.hold_hours, {
    method: paymentMethod,
    hasProof: row.receipt_id !== null,
  });
  const order = { orderNumber, amountPaise, paymentMethod, quantity, referenceNumber };
  const to = { brand: mailBrand(scope), name: member.name, holdHours };
  const content = inLanguage(member.language ?? 'en', () => purchaseSubmitted({ ...to, ...order }));
  return { companyId: row.company_id, to: member.email, kind: 'purchase-submitted', aboutId: row.id, ...content };
}

function submittedEvent(scope: Scope, row: store.InsertedPurchase): AuditEvent {
  return {
    scopeId: row.company_id,
    actor: actorOf(scope),
    action: 'purchase.submit',
    subjectKind: 'purchase',
    subjectId: row.id,
    after: {
      orderNumber: row.order_number,
      method: row.payment_method,
      quantity: row.quantity,
      finalAmountPaise: row.final_amount_paise,
    },
  };
}

/**
 * Reads the purchase that the first call of this submission made.
 * @param content the hash of this submission when the client sent a key of its own, else null
 */
async function readKnown(
  tx: Db,
  companyId: string,
  known: { readonly id: string; readonly contentHash: string },
  content: string | null,
): Promise<SubmittedRow> {
  if (content !== null && known.contentHash !== content)
    throw new ApiError('invalid', 'This Idempotency-Key was already used for another submission.', {
      reason: 'idempotency_key_reused',
    });
  const row = await readTransaction(tx, companyId, known.id);
  assert(row, 'a submitted purchase exists');
  return row;
}

function soldOut(remaining: bigint, payment: Payment, { priceMicros }: Terms): ApiError {
  const problem = orderProblem(payment.orderAmountPaise, priceMicros, remaining);
  assert(problem, 'an order beyond the remaining supply has a problem');
  return new ApiError('conflict', problem);
}

type NewPurchase = Omit<Parameters<typeof store.insertPurchase>[1], 'order_number'>;

/** Adds a suffix to an order number that is taken: six digits of a clock repeat every 17 minutes. */
async function insertPurchase(tx: Db, wanted: string, row: NewPurchase): Promise<store.InsertedPurchase> {
  let orderNumber = wanted;
  try {
    for (let nth = 1; ; ) {
      const inserted = await store.insertPurchase(tx, { ...row, order_number: orderNumber });
      if (inserted) return inserted;
      nth = Math.max(nth, await store.countOrderNumbers(tx, row.company_id, wanted)) + 1;
      orderNumber = orderNumberWithSuffix(wanted, nth);
    }
  } catch (cause) {
    if (violates(cause, 'purchases_reference_own')) throw referenceUsed(row.reference_number ?? '', null);
    throw cause;
  }
}
