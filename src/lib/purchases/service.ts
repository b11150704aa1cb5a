/**
 * A buyer's way: what can be bought, and the submission of a payment with its proof. A submission holds its stock until
 * an admin decides, so that nobody pays for what is not there and no approval can oversell.
 *
 * One file may prove several purchases (a payment may be for two orders, and a refused proof may be sent again): it is
 * taken, and shown to the admin. A reference number that is approved, or pending by the same member, is refused.
 */
import { sealOf } from '../audit/chain.ts';
import { type AuditEvent, recording } from '../audit/service.ts';
import { primaryPayee } from '../beneficiaries/service.ts';
import { mailBrand } from '../companies/service.ts';
import type { InputOf, OutputOf } from '../core/contract.ts';
import { ApiError, assert, notFound } from '../core/errors.ts';
import { costPaise, formatPaise, formatPercent, formatPrice } from '../core/money.ts';
import { type Db, inTransaction, violates } from '../db/client.ts';
import { hold, isPoolShort, remainingOf } from '../ledger/service.ts';
import { enqueueing } from '../mail/service.ts';
import { purchaseSubmitted } from '../mail/templates-purchase.ts';
import { type Actor, actorOf, type Result, type Scope } from '../scope.ts';
import { type ShownTerms, type Terms, termsFor } from '../settings/terms.ts';
import type { getPrice as Price, submitPayment as Submit } from './contract.ts';
import { readTransaction, type TransactionRow } from './list-store.ts';
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
import * as store from './submit-store.ts';
import { transactionOf } from './view.ts';

const VERIFIED_ONLY = 'Buying is open to verified members only. Please wait until our team has verified your account.';

export async function getPrice(scope: Scope): Promise<Result<OutputOf<typeof Price>>> {
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
  const actor = actorOf(scope);
  const payment = readPayment(input);
  for (let attempt = 1; ; attempt++) {
    try {
      const row = await inTransaction(scope.db, (tx) => submitOnce(tx, scope, actor, payment));
      return { data: transactionOf(row, new Set(row.isTwice ? [row.id] : [])) };
    } catch (cause) {
      if (violates(cause, 'purchases_reference_own')) throw referenceUsed(payment.reference ?? '', null);
      if (!(cause instanceof PoolShort)) throw cause;
      const remaining = await remainingOf(scope.db, scope.company.id);
      // Somebody may have freed stock between the refusal and this look.
      if (remaining < cause.quantity) throw soldOut(remaining, payment, cause.terms);
      if (attempt === SHORT_ATTEMPTS)
        throw new ApiError('unavailable', 'Too many are buying right now. Please try again.');
    }
  }
}

/** How often a submission is tried that the pool seems to have the stock for after all. */
const SHORT_ATTEMPTS = 5;

class PoolShort extends Error {
  readonly quantity: bigint;
  readonly terms: Terms;
  constructor(quantity: bigint, terms: Terms) {
    super(`the pool does not have ${quantity} more`);
    this.quantity = quantity;
    this.terms = terms;
  }
}

/** `isTwice`: another one, pending or approved, has its reference number too. */
type SubmittedRow = TransactionRow & { readonly isTwice: boolean };

/** @returns the purchase, also when the same submission came before. The lock order is the ledger's. */
async function submitOnce(tx: Db, scope: Scope, actor: Actor, payment: Payment): Promise<SubmittedRow> {
  const buyer = await store.lockBuyer(tx, scope.company.id, actor.id);
  if (!buyer) throw new ApiError('unauthenticated', 'Please log in to continue.');
  const { company, member } = buyer;
  const hashes = hashesOf(payment);
  const key = scope.request.idempotencyKey;
  const shown =
    payment.beneficiaryId === null ? null : { id: payment.beneficiaryId, version: payment.beneficiaryVersion };
  const found = await store.readForSubmission(tx, {
    companyId: company.id,
    userId: member.id,
    key,
    repeatHash: hashes.repeat,
    receiptId: payment.receiptId,
    reference: payment.reference,
    shown,
  });
  if (found.known) return readKnown(tx, company.id, found.known, key === null ? null : hashes.content);

  const paused = pauseProblem(company, scope.now, PAUSE_GRACE_SECONDS);
  if (paused !== null) throw new ApiError('conflict', paused);
  if (company.verified_members_only && !member.isApproved) throw new ApiError('forbidden', VERIFIED_ONLY);
  const terms = await termsFor(tx, company, payment.orderAmountPaise, payment.shownTerms);
  const quoted = quote(payment.orderAmountPaise, terms.priceMicros, terms.feeBps);
  // What is left is the hold's to say, under its lock.
  const problem = orderProblem(payment.orderAmountPaise, terms.priceMicros, quoted.quantity, terms);
  if (problem !== null) throw new ApiError('invalid', problem);
  // Beyond all there ever was; the rest is the hold's to say, under its lock.
  if (quoted.quantity > company.private_supply) throw soldOut(await remainingOf(tx, company.id), payment, terms);
  if (payment.receiptId !== null && !found.receipt) throw notFound('Receipt');
  if (payment.reference !== null) refuseUsedReference(payment.reference, found.uses);
  if (shown && !found.payee) throw notFound('Beneficiary');
  // Money that went to an account which was changed, switched off or deleted meanwhile has gone there all the same.
  const payee = payment.method === 'MANUAL' || shown ? found.payee : await primaryPayee(tx, company.id);

  const row = await insertNumbered(tx, payment.purchaseId ?? orderNumberAt(scope.now.getTime()), {
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
    idempotency_key: key,
    content_hash: hashes.content,
    repeat_hash: hashes.repeat,
  });
  const letter = purchaseSubmitted({
    brand: mailBrand(scope),
    name: member.name,
    orderNumber: row.order_number,
    amountPaise: quoted.totalPaise,
    paymentMethod: payment.method,
    quantity: quoted.quantity,
    referenceNumber: payment.reference,
  });
  const mail = { companyId: company.id, to: member.email, kind: 'purchase-submitted', aboutId: row.id, ...letter };
  const event: AuditEvent = {
    scopeId: company.id,
    actor,
    action: 'purchase.submit',
    subjectKind: 'purchase',
    subjectId: row.id,
    after: {
      orderNumber: row.order_number,
      method: payment.method,
      quantity: quoted.quantity,
      finalAmountPaise: quoted.totalPaise,
    },
  };
  const last = { recording: recording(event), telling: enqueueing(mail) };
  await hold(tx, company.id, quoted.quantity, last).catch((cause: unknown) => {
    throw isPoolShort(cause) ? new PoolShort(quoted.quantity, terms) : cause;
  });
  const mime = found.receipt?.mime ?? null;
  return { ...row, mime, entry_hash: null, reversal_hash: null, isTwice: found.uses.length > 0 };
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

/** The purchase that this very submission has made already. @param content of this one, where a key of its own says so */
async function readKnown(
  tx: Db,
  companyId: string,
  known: { readonly id: string; readonly contentHash: string },
  content: string | null,
): Promise<SubmittedRow> {
  if (content !== null && known.contentHash !== content)
    throw new ApiError('invalid', 'This Idempotency-Key was already used for another submission.');
  const row = await readTransaction(tx, companyId, known.id);
  assert(row, 'a submitted purchase is there');
  return row;
}

function soldOut(remaining: bigint, payment: Payment, { priceMicros }: Terms): ApiError {
  const problem = orderProblem(payment.orderAmountPaise, priceMicros, remaining);
  assert(problem, 'an order beyond what is left has a problem');
  return new ApiError('conflict', problem);
}

/** An approved one keeps a reference from being used, and the member's own that is pending. */
function refuseUsedReference(reference: string, uses: store.Found['uses']): void {
  const use = uses.find((it) => it.status === 'APPROVED') ?? uses.find((it) => it.isOwn);
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
async function insertNumbered(tx: Db, wanted: string, row: NewPurchase): Promise<store.InsertedPurchase> {
  let orderNumber = wanted;
  for (let nth = 1; ; ) {
    const inserted = await store.insertPurchase(tx, { ...row, order_number: orderNumber });
    if (inserted) return inserted;
    nth = Math.max(nth, await store.countOrderNumbers(tx, row.company_id, wanted)) + 1;
    orderNumber = orderNumberWithSuffix(wanted, nth);
  }
}
