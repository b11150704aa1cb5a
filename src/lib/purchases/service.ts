/**
 * A buyer's way: what can be bought, and the submission of a payment with its proof. A submission holds its stock until
 * an admin decides, so that nobody pays for what is not there and no approval can oversell.
 *
 * One file may prove several purchases (a payment may be for two orders, and a refused proof may be sent again): it is
 * taken, and shown to the admin. A reference number that is approved, or pending by the same member, is refused.
 */
import { sealOf } from '../audit/chain.ts';
import { payeeOf } from '../beneficiaries/service.ts';
import { checkCompany, mailBrand } from '../companies/service.ts';
import { readCompany } from '../companies/store.ts';
import type { InputOf, OutputOf } from '../core/contract.ts';
import { ApiError, assert } from '../core/errors.ts';
import { costPaise, formatPaise, formatPercent, formatPrice } from '../core/money.ts';
import { type Db, inTransaction, violates } from '../db/client.ts';
import { hold, remainingOf } from '../ledger/service.ts';
import { enqueue } from '../mail/service.ts';
import { purchaseSubmitted } from '../mail/templates-purchase.ts';
import { requireOwn } from '../media/service.ts';
import { type Actor, actorOf, type Result, type Scope } from '../scope.ts';
import { type ShownTerms, type Terms, termsFor } from '../settings/terms.ts';
import type { getPrice as Price, submitPayment as Submit } from './contract.ts';
import { readTransaction } from './list-store.ts';
import { normaliseReference, referenceProblem } from './reference.ts';
import {
  implicitKey,
  orderNumberAt,
  orderNumberWithSuffix,
  orderProblem,
  PAUSE_GRACE_SECONDS,
  pauseProblem,
  quote,
  type Submission,
  submissionContent,
} from './rules.ts';
import * as store from './store.ts';
import { transactionOf } from './view.ts';

const VERIFIED_ONLY = 'Buying is open to verified members only. Please wait until our team has verified your account.';

export async function getPrice(scope: Scope, input: InputOf<typeof Price>): Promise<Result<OutputOf<typeof Price>>> {
  checkCompany(scope, input.companyId);
  const { company } = scope;
  const remaining = await remainingOf(scope.db, company.id);
  const onePaise = costPaise(1n, company.price_micros);
  const { min_order_paise: minPaise, max_order_paise: maxPaise } = company;
  const minimumPaise = minPaise !== null && minPaise > onePaise ? minPaise : onePaise;
  const waits = company.verified_members_only && !actorOf(scope).isApproved;
  return {
    data: {
      price: formatPrice(company.price_micros),
      platformChargePercent: formatPercent(company.fee_bps),
      remainingPrivateSupply: Number(remaining),
      minimumAmount: formatPaise(minimumPaise),
      maximumAmount: maxPaise === null ? null : formatPaise(maxPaise),
      upiLimit: formatPaise(company.upi_limit_paise),
      buyingClosed:
        pauseProblem(company, scope.now, 0) ??
        (waits ? VERIFIED_ONLY : remaining < 1n ? orderProblem(onePaise, company.price_micros, remaining) : null),
    },
  };
}

/** The submission with its reference in the form in which references are compared. */
interface Payment extends Submission {
  readonly beneficiaryId: string | null;
  /** These may differ from one try to the next, and so are no part of the content. */
  readonly shownTerms: ShownTerms | null;
  readonly beneficiaryVersion: number | null;
  readonly orderAgeSeconds: number | null;
}

function readPayment(input: InputOf<typeof Submit>): Payment {
  const reference = input.referenceNumber === undefined ? null : normaliseReference(input.referenceNumber);
  const problem = reference === null ? null : referenceProblem(reference);
  if (problem !== null) throw new ApiError('invalid', problem);
  return {
    purchaseId: input.purchaseId ?? null,
    method: input.paymentMethod,
    orderAmountPaise: input.purchaseAmount ?? input.amount,
    claimedAmountPaise: input.amount,
    reference,
    receiptId: input.receiptId ?? null,
    beneficiaryId: input.beneficiaryId ?? null,
    shownTerms:
      input.price === undefined || input.platformChargePercent === undefined
        ? null
        : { priceMicros: input.price, feeBps: input.platformChargePercent },
    beneficiaryVersion: input.beneficiaryVersion ?? null,
    orderAgeSeconds: input.orderAgeSeconds ?? null,
  };
}

export async function submitPayment(
  scope: Scope,
  input: InputOf<typeof Submit>,
): Promise<Result<OutputOf<typeof Submit>>> {
  checkCompany(scope, input.companyId);
  const actor = actorOf(scope);
  const payment = readPayment(input);
  const id = await inTransaction(scope.db, (tx) => submitOnce(tx, scope, actor, payment)).catch((cause) => {
    throw violates(cause, 'purchases_reference_own') ? referenceUsed(payment.reference ?? '', null) : cause;
  });
  const row = await readTransaction(scope.db, scope.company.id, id);
  assert(row, 'a submitted purchase is there');
  return { data: transactionOf(row, new Set(row.isTwice ? [row.id] : [])) };
}

/** @returns the id of the purchase, also when the same submission came before. The lock order is the ledger's. */
async function submitOnce(tx: Db, scope: Scope, actor: Actor, payment: Payment): Promise<string> {
  const company = await readCompany(tx, scope.company.id);
  const member = await store.lockMember(tx, company.id, actor.id);
  if (!member) throw new ApiError('unauthenticated', 'Please log in to continue.');
  const hashes = hashesOf(payment);
  const known = await findKnown(tx, company.id, member.id, scope.request.idempotencyKey, hashes);
  if (known !== null) return known;

  const paused = pauseProblem(company, scope.now, PAUSE_GRACE_SECONDS);
  if (paused !== null) throw new ApiError('conflict', paused);
  if (company.verified_members_only && !member.is_approved) throw new ApiError('forbidden', VERIFIED_ONLY);
  const terms = await termsFor(tx, company, payment.orderAmountPaise, payment.shownTerms);
  const quoted = quote(payment.orderAmountPaise, terms.priceMicros, terms.feeBps);
  // What is left is the hold's to say, under its lock.
  const problem = orderProblem(payment.orderAmountPaise, terms.priceMicros, quoted.quantity, terms);
  if (problem !== null) throw new ApiError('invalid', problem);
  // Beyond all there ever was; the rest is the hold's to say, under its lock.
  if (quoted.quantity > company.private_supply) throw soldOut(await remainingOf(tx, company.id), payment, terms);
  if (payment.receiptId !== null) await requireOwn(tx, company.id, member.id, payment.receiptId, 'Receipt');
  if (payment.reference !== null) await refuseUsedReference(tx, company.id, member.id, payment.reference);
  const shown = payment.beneficiaryId && { id: payment.beneficiaryId, version: payment.beneficiaryVersion };
  const payee = payment.method === 'MANUAL' && !shown ? null : await payeeOf(tx, company.id, shown || null);

  const { id, orderNumber } = await insertNumbered(tx, payment.purchaseId ?? orderNumberAt(scope.now.getTime()), {
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
    receipt_id: payment.receiptId,
    beneficiary: payee === null ? null : JSON.stringify(payee),
    order_age_seconds: payment.orderAgeSeconds,
    idempotency_key: scope.request.idempotencyKey,
    content_hash: hashes.content,
    repeat_hash: hashes.repeat,
  });
  const letter = purchaseSubmitted({
    brand: mailBrand(scope),
    name: member.name,
    orderNumber,
    amountPaise: quoted.totalPaise,
    paymentMethod: payment.method,
    quantity: quoted.quantity,
    referenceNumber: payment.reference,
  });
  await enqueue(tx, { companyId: company.id, to: member.email, kind: 'purchase-submitted', aboutId: id, ...letter });
  const short = await hold(tx, company.id, quoted.quantity, {
    scopeId: company.id,
    actor,
    action: 'purchase.submit',
    subjectKind: 'purchase',
    subjectId: id,
    after: { orderNumber, method: payment.method, quantity: quoted.quantity, finalAmountPaise: quoted.totalPaise },
  });
  if (short) throw soldOut(short.remaining, payment, terms);
  return id;
}

interface Hashes {
  readonly content: string;
  readonly repeat: string | null;
}

function hashesOf(payment: Payment): Hashes {
  const repeat = implicitKey(payment);
  const { orderAgeSeconds: _age, beneficiaryVersion: _version, shownTerms: _terms, ...content } = payment;
  return { content: sealOf(submissionContent(content)), repeat: repeat === null ? null : sealOf(repeat) };
}

/** The purchase that this very submission has made already; the member is locked, so nobody makes it meanwhile. */
async function findKnown(
  tx: Db,
  companyId: string,
  userId: string,
  key: string | null,
  hashes: Hashes,
): Promise<string | null> {
  if (key === null) return hashes.repeat === null ? null : store.findRepeat(tx, companyId, userId, hashes.repeat);
  const known = await store.findByKey(tx, companyId, userId, key);
  if (known && known.contentHash !== hashes.content)
    throw new ApiError('invalid', 'This Idempotency-Key was already used for another submission.');
  return known?.id ?? null;
}

function soldOut(remaining: bigint, payment: Payment, { priceMicros }: Terms): ApiError {
  const problem = orderProblem(payment.orderAmountPaise, priceMicros, remaining);
  assert(problem, 'an order beyond what is left has a problem');
  return new ApiError('conflict', problem);
}

async function refuseUsedReference(tx: Db, companyId: string, userId: string, reference: string): Promise<void> {
  const use = await store.findReferenceUse(tx, companyId, userId, reference);
  if (use) throw referenceUsed(reference, use.isOwn ? use : null);
}

/** Another member's order number is not told. */
function referenceUsed(reference: string, own: { orderNumber: string; status: string } | null): ApiError {
  const where = own
    ? `in your order ${own.orderNumber}, which is ${own.status === 'PENDING' ? 'waiting for approval' : 'approved'}`
    : 'for another purchase';
  return new ApiError('conflict', `The UTR or Transaction Number ${reference} has already been used ${where}.`);
}

type NewPurchase = Omit<Parameters<typeof store.insertPurchase>[1], 'order_number'>;

/** Six digits of a clock repeat every 17 minutes: a number that is taken gets a suffix. */
async function insertNumbered(tx: Db, wanted: string, row: NewPurchase): Promise<{ id: string; orderNumber: string }> {
  let orderNumber = wanted;
  for (let nth = 1; ; ) {
    const id = await store.insertPurchase(tx, { ...row, order_number: orderNumber });
    if (id !== null) return { id, orderNumber };
    nth = Math.max(nth, await store.countOrderNumbers(tx, row.company_id, wanted)) + 1;
    orderNumber = orderNumberWithSuffix(wanted, nth);
  }
}
