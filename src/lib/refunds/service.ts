/**
 * Refunds: money of a reversed or an overpaid purchase goes back to the member. An admin creates one, the member says where to,
 * and admins approve it by the rules of two admins (`approval`, decision 0300). Locks: the purchase, the refund, its approval.
 */

import { randomInt } from 'node:crypto';
import { requireActiveAdmin } from '../accounts/admins/service.ts';
import { QUIET_HOURS } from '../accounts/rules.ts';
import { addressChangesOf } from '../approvals/alone/service.ts';
import { forget, listFirstAdmins } from '../approvals/service.ts';
import { type AuditEvent, record } from '../audit/service.ts';
import { lockRecentSession, requireRecentSession } from '../auth/reauthentication/service.ts';
import { mailBrand } from '../companies/service.ts';
import { ApiError, assert, notFound } from '../core/errors.ts';
import { formatPaise } from '../core/money.ts';
import { paged } from '../core/pagination.ts';
import { searchTerms } from '../core/search.ts';
import { type Db, inTransaction } from '../db/client.ts';
import { inLanguage } from '../languages/service.ts';
import { enqueue } from '../mail/service.ts';
import { refundCancelled, refundPaid, refundRequested } from '../mail/templates/refunds.ts';
import type { RenderedMail } from '../mail/templates/template.ts';
import { notifyMember } from '../notifications/service.ts';
import { actorOf, type Scope, type UseCase } from '../scope.ts';
import { hasTakenBack } from './approval/store.ts';
import type * as calls from './calls.ts';
import type { RefundForAdmin } from './contract.ts';
import * as credits from './credits/store.ts';
import { canChange, STATE_LABELS } from './labels.rules.ts';
import { refundableOf, refundForAdmin } from './mapper.ts';
import { openPayee } from './payee/service.ts';
import { availablePaise, causeOf, NUMBER_DIGITS, partsOf, referenceOf, refundNumber, refundProblem } from './rules.ts';
import * as store from './store.ts';

export const NO_ACCOUNT =
  'This account can no longer be read, because the secret of the server was changed. Please ask for it again.';
const doubtful = (number: string): string =>
  `The member of ${number} has set a new password by mail in the last 72 hours, and second factors that somebody had added were removed. The account may be theirs. Please go on after that, when the member has checked it.`;

/**
 * Nobody approves or exports to an account that a thief may have entered: its owner has just come back, and can't change it yet.
 * @throws ApiError conflict
 */
export async function refuseDoubtful(
  tx: Db,
  companyId: string,
  { number, user_id: userId }: Pick<store.LockedRefund, 'number' | 'user_id'>,
): Promise<void> {
  if (await hasTakenBack(tx, companyId, userId, QUIET_HOURS)) throw new ApiError('conflict', doubtful(number));
}

const OWN = 'This money would go to you. Another admin has to do it.';

export const listRefundsAsAdmin: UseCase<typeof calls.listRefundsAsAdmin> = async (
  scope,
  { search, state, ...page },
) => {
  const filter = { companyId: scope.company.id, state, terms: searchTerms(search) };
  const { rows, total } = await store.listRefunds(scope.db, filter, page);
  const first = await firstAdminsOf(scope.db, scope, rows);
  const userIds = rows.map((row) => row.user_id);
  const changes = await addressChangesOf(scope, userIds);
  const records = rows.map((row) => ({
    ...refundForAdmin(row, actorOf(scope).id, first),
    addressChanged: changes.get(row.user_id),
  }));
  return { data: paged(records, total, page) };
};

const firstAdminsOf = (db: Db, scope: Scope, rows: readonly store.RefundRow[]) =>
  listFirstAdmins(
    db,
    scope.company.id,
    rows.map((row) => row.id),
  );

export const listRefundable: UseCase<typeof calls.listRefundable> = async (scope, { search, ...page }) => {
  const { rows, total } = await store.listRefundable(scope.db, scope.company.id, searchTerms(search), page);
  return { data: paged(rows.map(refundableOf), total, page) };
};

/**
 * Creates a refund and asks the member for their account.
 * @throws ApiError not_found; forbidden for the actor's own purchase; conflict when nothing, or less, can be paid back
 */
export const addRefund: UseCase<typeof calls.addRefund> = async (scope, { id: purchaseId, amount = null }) => {
  const data = await inTransaction(scope.db, async (tx) => {
    await requireActiveAdmin(tx, scope);
    const companyId = scope.company.id;
    const money = (await store.lockPurchase(tx, companyId, purchaseId))
      ? await store.readMoney(tx, companyId, purchaseId, null)
      : null;
    if (!money) throw notFound('Purchase');
    if (money.userId === actorOf(scope).id) throw new ApiError('forbidden', OWN);
    const problem = refundProblem(money, amount);
    if (problem !== null) throw new ApiError('conflict', problem);
    const cause = causeOf(money.status);
    assert(cause, 'a refund without a problem has a cause');
    const refund = { companyId, money, cause, amountPaise: amount ?? availablePaise(money) };
    const { id, number } = await insert(tx, scope, refund);
    await notifyOf(tx, scope, { ...money, number, kind: 'requested', amountPaise: refund.amountPaise, reason: '' });
    await record(tx, {
      ...eventOf(scope, 'refund.add', purchaseId),
      after: { number, cause, amount: formatPaise(refund.amountPaise) },
    });
    return readBack(tx, scope, id);
  });
  return { data };
};

/** Numbers are random, so that nobody counts a company's refunds. */
async function insert(
  tx: Db,
  scope: Scope,
  refund: {
    readonly companyId: string;
    readonly money: store.MoneyRow;
    readonly cause: 'REVERSAL' | 'OVERPAID';
    readonly amountPaise: bigint;
  },
): Promise<{ id: string; number: string }> {
  const { companyId, amountPaise } = refund;
  const rows = refund.money.rowPaise === null ? [] : await credits.listFreeRows(tx, companyId, refund.money.purchaseId);
  const parts = refund.money.rowPaise === null ? [] : partsOf(amountPaise, rows);
  for (let tries = 0; tries < 5; tries++) {
    const number = refundNumber(randomInt(10 ** NUMBER_DIGITS));
    const id = await store.insertRefund(tx, {
      company_id: companyId,
      number,
      reference: referenceOf(number, 1),
      purchase_id: refund.money.purchaseId,
      user_id: refund.money.userId,
      cause: refund.cause,
      row_id: parts.length === 1 ? (parts[0]?.rowId ?? null) : null,
      amount_paise: amountPaise,
      created_by: actorOf(scope).id,
    });
    if (id === null) continue;
    if (parts.length > 1) await credits.insertParts(tx, companyId, id, parts);
    if (parts.length === 0) await credits.reserveCredits(tx, companyId, id);
    return { id, number };
  }
  throw new Error('No free number for a refund was found.');
}

async function readBack(tx: Db, scope: Scope, id: string): Promise<RefundForAdmin> {
  const { rows } = await store.listRefunds(tx, { companyId: scope.company.id, id }, { page: 1, limit: 1 });
  const [row] = rows;
  assert(row, 'a refund that was just written exists');
  return refundForAdmin(row, actorOf(scope).id, await firstAdminsOf(tx, scope, rows));
}

/** Locks a refund, and before it its bank row and its purchase. @throws ApiError not_found */
export async function lock(tx: Db, scope: Scope, id: string): Promise<store.LockedRefund> {
  const companyId = scope.company.id;
  const purchaseId = await store.findPurchaseOf(tx, companyId, id);
  if (purchaseId === null || !(await store.lockPurchase(tx, companyId, purchaseId))) throw notFound('Refund');
  const refund = await store.lockRefund(tx, companyId, id, null);
  if (!refund) throw notFound('Refund');
  return refund;
}

/** @throws ApiError not_found, conflict when the payout is under way or over */
export const askRefundAccount: UseCase<typeof calls.askRefundAccount> = async (scope, { id, reason }) => {
  await change(scope, id, reason, 'WAITING_FOR_ACCOUNT');
  return { data: { id, state: 'WAITING_FOR_ACCOUNT' } };
};

/** @throws ApiError not_found, conflict when the payout is under way or over */
export const cancelRefund: UseCase<typeof calls.cancelRefund> = async (scope, { id, reason }) => {
  await change(scope, id, reason, 'CANCELLED');
  return { data: { id, state: 'CANCELLED' } };
};

/**
 * Ends the refund, or begins it again, without the account and the approvals that it had.
 * @throws ApiError reauthentication_required where approvals end with it
 */
async function change(
  scope: Scope,
  id: string,
  reason: string,
  state: 'WAITING_FOR_ACCOUNT' | 'CANCELLED',
): Promise<void> {
  const isEnd = state === 'CANCELLED';
  await inTransaction(scope.db, async (tx) => {
    await requireActiveAdmin(tx, scope);
    const refund = await lock(tx, scope, id);
    if (!canChange(refund.state))
      throw new ApiError(
        'conflict',
        `This refund can’t be changed any more: ${STATE_LABELS[refund.state].toLowerCase()}.`,
      );
    const endsApproval = refund.state === 'APPROVED' || (await listFirstAdmins(tx, scope.company.id, [id])).size > 0;
    if (endsApproval) await requireRecentSession(scope);
    await forget(tx, scope, id);
    await store.updateRefund(tx, scope.company.id, id, {
      state,
      note: reason,
      payee_kind: null,
      payee_hint: null,
      payee_sealed: null,
      approved_by: null,
      approved_at: null,
      ...(isEnd && { ended_at: scope.now }),
    });
    const money = await store.readMoney(tx, scope.company.id, refund.purchase_id, id);
    assert(money, 'the purchase of a refund exists');
    const { number, amount_paise: amountPaise } = refund;
    await notifyOf(tx, scope, { ...money, number, kind: isEnd ? 'cancelled' : 'requested', amountPaise, reason });
    await record(tx, {
      ...eventFor(scope, isEnd ? 'refund.cancel' : 'refund.ask', refund),
      before: { state: refund.state },
      after: { number, state },
    });
  });
}

/** What a letter says besides the refund; the reason is '' for none. */
export type RefundNews =
  | { readonly kind: 'requested' | 'cancelled'; readonly reason: string }
  | { readonly kind: 'paid'; readonly paidOn: string; readonly bankReference: string | null };

type ToMember = Pick<
  store.MoneyRow,
  'purchaseId' | 'orderNumber' | 'userId' | 'memberName' | 'email' | 'language' | 'isErased'
> &
  RefundNews & { readonly number: string; readonly amountPaise: bigint };

/** By mail and under their bell. An erased account has no address. */
export async function notifyOf(tx: Db, scope: Scope, letter: ToMember): Promise<void> {
  if (letter.isErased) return;
  const companyId = scope.company.id;
  const { purchaseId: aboutId } = letter;
  const kind = `refund-${letter.kind}`;
  await notifyMember(tx, companyId, letter.userId, { kind, aboutId });
  const content = inLanguage(letter.language ?? 'en', () => contentOf(scope, letter));
  await enqueue(tx, { companyId, to: letter.email, kind, aboutId, ...content });
}

function contentOf(scope: Scope, letter: ToMember): RenderedMail {
  const about = { brand: mailBrand(scope), name: letter.memberName };
  if (letter.kind === 'paid') return refundPaid({ ...about, ...letter });
  return (letter.kind === 'cancelled' ? refundCancelled : refundRequested)({ ...about, ...letter });
}

const NOT_ENTERED = 'The member has not entered an account yet.';
/** A reopened refund has lost its account when the debit of its earlier payout is found (decision 0301). */
const PAID_BEFORE =
  'An earlier payout paid this refund, and its account is no longer stored. The bank statement says where it went.';

/** @throws ApiError not_found; conflict without an account, or when it can't be read any more */
export const showRefundAccount: UseCase<typeof calls.showRefundAccount> = (scope, { id }) =>
  inTransaction(scope.db, async (tx) => {
    await lockRecentSession(tx, scope);
    const refund = await lock(tx, scope, id);
    if (refund.payee_sealed === null)
      throw new ApiError('conflict', refund.state === 'PAID' ? PAID_BEFORE : NOT_ENTERED);
    const payee = openPayee(scope, id, refund.payee_sealed);
    if (!payee) throw new ApiError('conflict', NO_ACCOUNT);
    await record(tx, eventFor(scope, 'refund.show', refund));
    const data = { accountNumber: '', ifscCode: '', upi: '', ...payee, payeeVersion: refund.payee_version };
    return { data };
  });

function eventOf(scope: Scope, action: AuditEvent['action'], purchaseId: string): AuditEvent {
  return { scopeId: scope.company.id, actor: actorOf(scope), action, subjectKind: 'purchase', subjectId: purchaseId };
}

/** Entries are about the purchase, so that its trail tells the whole story. */
export const eventFor = (scope: Scope, action: AuditEvent['action'], refund: store.LockedRefund): AuditEvent => ({
  ...eventOf(scope, action, refund.purchase_id),
  after: { number: refund.number },
});
