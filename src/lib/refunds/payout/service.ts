/** Approved refunds go to the bank as a file, and are paid or come back. */
import { stringify } from 'csv-stringify/sync';
import { lockActor } from '../../approvals/alone/service.ts';
import { forget } from '../../approvals/service.ts';
import { record } from '../../audit/service.ts';
import { lockRecentSession } from '../../auth/reauthentication/service.ts';
import { readCompany } from '../../companies/store.ts';
import { ApiError, assert } from '../../core/errors.ts';
import { formatIsoDay } from '../../core/format.ts';
import { formatPaise } from '../../core/money.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { actorOf, type Scope, type UseCase } from '../../scope.ts';
import type * as calls from '../calls.ts';
import { STATE_LABELS } from '../labels.rules.ts';
import { openPayee } from '../payee/service.ts';
import { moneyProblem, referenceOf } from '../rules.ts';
import { eventFor, lock, NO_ACCOUNT, notifyOf, type RefundNews, refuseDoubtful } from '../service.ts';
import * as store from '../store.ts';
import {
  agreeToReopen,
  checkExport,
  countPayment,
  REOPEN_RECORDED,
  recordExport,
  requireNotMoved,
} from './again/service.ts';
import { insertPayout } from './ended/store.ts';
import { EXPORTED_BEFORE, PAYOUT_HEAD, type Payout, payoutCells } from './rules.ts';

/**
 * All or nothing: a file with half of the refunds would be exported again. No file is made while one of them waits for a second
 * admin.
 * @throws ApiError not_found; conflict when one is not approved, was exported and there is no reason, has lost its money, or is
 * above what the admin may export alone today
 */
export const exportRefunds: UseCase<typeof calls.exportRefunds> = (scope, { ids, reason = null }) =>
  inTransaction(scope.db, async (tx) => {
    const { second_approver_above_paise: abovePaise } = await readCompany(tx, scope.company.id);
    await lockActor(tx, scope);
    await lockRecentSession(tx, scope);
    const ready: Ready[] = [];
    // In the order of the ids, so that two admins do not wait for each other.
    for (const id of [...new Set(ids)].sort()) ready.push(await readyOf(tx, scope, id, reason));
    const refunds = ready.map((it) => it.refund);
    const checked = await checkExport(tx, scope, abovePaise, refunds, reason);
    const { waiting, message, firstAdmins } = checked;
    if (waiting > 0) return { data: { fileName: '', content: '', count: 0, total: formatPaise(0n), waiting }, message };
    await recordExport(tx, scope, checked);
    for (const { refund } of ready) await exportOne(tx, scope, refund, reason, firstAdmins.get(refund.id) ?? null);
    const payouts = ready.map((it) => it.payout);
    const content = stringify([[...PAYOUT_HEAD], ...payouts.map(payoutCells)], { record_delimiter: 'windows' });
    const total = formatPaise(payouts.reduce((sum, it) => sum + it.amountPaise, 0n));
    const fileName = `${scope.company.token_symbol}-payouts-${formatIsoDay(scope.now)}.csv`;
    return { data: { fileName, content, count: payouts.length, total, waiting } };
  });

/** A locked refund that can be exported, and its line of the file. */
interface Ready {
  readonly refund: store.LockedRefund;
  readonly payout: Payout;
}

async function readyOf(tx: Db, scope: Scope, id: string, reason: string | null): Promise<Ready> {
  const refund = await lock(tx, scope, id);
  const { number, state, amount_paise: amountPaise, reference } = refund;
  if (state !== 'APPROVED' && state !== 'EXPORTED')
    throw new ApiError('conflict', `${number} can’t be exported: ${STATE_LABELS[state].toLowerCase()}.`);
  if (state === 'EXPORTED' && reason === null) throw new ApiError('conflict', `${number} ${EXPORTED_BEFORE}`);
  const money = await store.readMoney(tx, scope.company.id, refund.purchase_id, id);
  assert(money, 'the purchase of a refund exists');
  const problem = moneyProblem(money, amountPaise);
  if (problem !== null) throw new ApiError('conflict', `${number}: ${problem}`);
  const payee = openPayee(scope, id, refund.payee_sealed);
  if (!payee) throw new ApiError('conflict', `${number}: ${NO_ACCOUNT}`);
  await refuseDoubtful(tx, scope.company.id, refund);
  return { refund, payout: { reference, amountPaise, payee } };
}

/** @param first the first of two admins who export it again; null for one admin alone */
async function exportOne(
  tx: Db,
  scope: Scope,
  refund: store.LockedRefund,
  reason: string | null,
  first: string | null,
): Promise<void> {
  const { id, number, state, reference } = refund;
  const exports = refund.exports + 1;
  await store.updateRefund(tx, scope.company.id, id, {
    state: 'EXPORTED',
    exports,
    exported_by: actorOf(scope).id,
    exported_at: scope.now,
  });
  await record(tx, {
    ...eventFor(scope, 'refund.export', refund),
    before: { state },
    after: {
      number,
      reference,
      state: 'EXPORTED',
      exports,
      ...(state === 'EXPORTED' && { reason }),
      ...(first !== null && { askedBy: first }),
    },
  });
}

/**
 * @throws ApiError not_found; invalid for a day to come; conflict when it is not approved, paid already, or above what the admin
 * may do alone today
 */
export const payRefund: UseCase<typeof calls.payRefund> = (scope, { id, paidOn, bankReference }) =>
  inTransaction(scope.db, async (tx) => {
    const { second_approver_above_paise: abovePaise } = await readCompany(tx, scope.company.id);
    await lockActor(tx, scope);
    await lockRecentSession(tx, scope);
    const refund = await lock(tx, scope, id);
    if (refund.state !== 'APPROVED' && refund.state !== 'EXPORTED')
      throw new ApiError(
        'conflict',
        `This refund can’t be marked as paid: ${STATE_LABELS[refund.state].toLowerCase()}.`,
      );
    await requireNotMoved(tx, scope, refund);
    if (paidOn > formatIsoDay(scope.now) || paidOn < formatIsoDay(refund.created_at))
      throw new ApiError('invalid', 'Please enter a day since the refund was created, not after today.', {
        field: 'paidOn',
      });
    await countPayment(tx, scope, abovePaise, refund);
    const paidReference = bankReference.toUpperCase();
    await markPaid(tx, scope, refund, { paidOn, paidReference, debitRowId: null });
    return { data: { id, state: 'PAID' as const } };
  });

export interface Paid {
  /** `YYYY-MM-DD` in India. */
  readonly paidOn: string;
  readonly paidReference: string | null;
  /** Of a statement; null where an admin says so. */
  readonly debitRowId: string | null;
}

/** Marks a locked refund as paid, and lets the member know. */
export async function markPaid(tx: Db, scope: Scope, refund: store.LockedRefund, paid: Paid): Promise<void> {
  const { paidOn, paidReference, debitRowId } = paid;
  const isSeen = debitRowId !== null;
  // A request to reopen it or to export it again said that it was not paid.
  await forget(tx, scope, refund.id);
  await store.updateRefund(tx, scope.company.id, refund.id, {
    state: 'PAID',
    paid_on: paidOn,
    paid_reference: paidReference,
    paid_by: isSeen ? null : actorOf(scope).id,
    debit_row_id: debitRowId,
    ended_at: scope.now,
  });
  await notifyAbout(tx, scope, refund, { kind: 'paid', paidOn, bankReference: paidReference });
  await record(tx, {
    ...eventFor(scope, isSeen ? 'refund.pay.seen' : 'refund.pay', refund),
    before: { state: refund.state },
    after: { number: refund.number, state: 'PAID', paidOn, ...(paidReference !== null && { paidReference }) },
  });
}

/**
 * Reopens a refund whose payout did not leave or came back, or records the first of two requests.
 * @throws ApiError not_found; conflict when it is neither exported nor paid, or when the actor can't be the second of two
 */
export const reopenRefund: UseCase<typeof calls.reopenRefund> = (scope, { id, reason }) =>
  inTransaction(scope.db, async (tx) => {
    const { second_approver_above_paise: abovePaise } = await readCompany(tx, scope.company.id);
    await lockRecentSession(tx, scope);
    const refund = await lock(tx, scope, id);
    if (refund.state !== 'EXPORTED' && refund.state !== 'PAID')
      throw new ApiError('conflict', 'Only an exported or paid refund can be reopened.');
    const agreed = await agreeToReopen(tx, scope, abovePaise, refund, reason);
    if (agreed === null) return { data: { id, state: refund.state }, message: REOPEN_RECORDED };
    await startAgain(tx, scope, refund, { reason, returnRowId: null, first: agreed.first });
    return { data: { id, state: 'WAITING_FOR_ACCOUNT' as const } };
  });

interface NewStart {
  readonly reason: string;
  /** The credit of a statement by which the money came back; null where an admin says so. */
  readonly returnRowId: string | null;
  /** The first of two admins who asked for it; null for one alone, and for a statement. */
  readonly first?: string | null;
}

/** Asks for another account; the next payout has another reference, so that it is not taken for this one. */
export async function startAgain(
  tx: Db,
  scope: Scope,
  refund: store.LockedRefund,
  { reason, returnRowId, first = null }: NewStart,
): Promise<void> {
  const { id, number } = refund;
  const attempt = refund.attempt + 1;
  await forget(tx, scope, id);
  await keepPayout(tx, refund, returnRowId);
  await store.updateRefund(tx, scope.company.id, id, {
    state: 'WAITING_FOR_ACCOUNT',
    note: reason,
    payee_kind: null,
    payee_hint: null,
    payee_sealed: null,
    approved_by: null,
    approved_at: null,
    attempt,
    reference: referenceOf(number, attempt),
    exports: 0,
    exported_by: null,
    exported_at: null,
    paid_on: null,
    paid_reference: null,
    paid_by: null,
    debit_row_id: null,
    ended_at: null,
  });
  await notifyAbout(tx, scope, refund, { kind: 'requested', reason });
  await record(tx, {
    ...eventFor(scope, returnRowId === null ? 'refund.reopen' : 'refund.return', refund),
    before: { state: refund.state, reference: refund.reference },
    after: { number, state: 'WAITING_FOR_ACCOUNT', ...(first !== null && { askedBy: first }) },
  });
}

/** A payout that was said to have failed can still go out, so it is kept to be recognised. */
async function keepPayout(tx: Db, refund: store.LockedRefund, returnRowId: string | null): Promise<void> {
  assert(refund.approved_by !== null && refund.approved_at !== null, 'a payout was approved');
  await insertPayout(tx, {
    company_id: refund.company_id,
    reference: refund.reference,
    refund_id: refund.id,
    is_debit_expected: refund.state === 'PAID' || returnRowId !== null,
    approved_by: refund.approved_by,
    approved_at: refund.approved_at,
    exports: refund.exports,
    exported_by: refund.exported_by,
    exported_at: refund.exported_at,
    payee_kind: refund.payee_kind,
    payee_hint: refund.payee_hint,
    debit_row_id: refund.debit_row_id,
    return_row_id: returnRowId,
  });
}

async function notifyAbout(tx: Db, scope: Scope, refund: store.LockedRefund, news: RefundNews): Promise<void> {
  const money = await store.readMoney(tx, scope.company.id, refund.purchase_id, refund.id);
  assert(money, 'the purchase of a refund exists');
  await notifyOf(tx, scope, { ...money, ...news, number: refund.number, amountPaise: refund.amount_paise });
}
