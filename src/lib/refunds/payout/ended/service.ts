/** What statements show of payouts after their refund was reopened: one can go out after all (decision 0301). */
import { forget } from '../../../approvals/service.ts';
import { record } from '../../../audit/service.ts';
import { assert } from '../../../core/errors.ts';
import type { Db } from '../../../db/client.ts';
import { notifyEachAdmin } from '../../../notifications/service.ts';
import type { Scope } from '../../../scope.ts';
import { canChange } from '../../labels.rules.ts';
import { eventFor } from '../../service.ts';
import * as refunds from '../../store.ts';
import { markPaid } from '../service.ts';
import * as store from './store.ts';

/** Marks credits of ended payouts as returns. @param mark marks the row of the bank */
export async function recordLateReturns(
  tx: Db,
  scope: Scope,
  mark: (rowId: string, number: string) => Promise<void>,
): Promise<void> {
  const companyId = scope.company.id;
  for (const { reference, rowId, number } of await store.listLateReturns(tx, companyId)) {
    await store.setReturn(tx, companyId, reference, rowId);
    await mark(rowId, number);
  }
}

/**
 * A payout that was said to have failed appears as a debit. Where nothing else was sent since, the refund is paid by it;
 * else money may have gone out twice. The admins learn of both.
 */
export async function recordLateDebits(tx: Db, scope: Scope): Promise<void> {
  const companyId = scope.company.id;
  for (const debit of await store.listLateDebits(tx, companyId)) {
    const refund = await refunds.lockRefund(tx, companyId, debit.refundId, null);
    const payout = await store.lockPayout(tx, companyId, debit.reference);
    if (!refund || !payout) continue;
    if (payout.is_debit_expected) {
      await store.setDebit(tx, companyId, debit.reference, debit.rowId);
      continue;
    }
    await notifyEachAdmin(tx, companyId, 'refund-late', refund.purchase_id);
    await record(tx, {
      ...eventFor(scope, 'refund.late', refund),
      before: { state: refund.state },
      after: { number: refund.number, reference: debit.reference },
    });
    if (await isUnpaid(tx, refund)) await payWith(tx, scope, refund, payout, debit);
    else await store.setDebit(tx, companyId, debit.reference, debit.rowId);
  }
}

/** Whether no other payout is under way: none of the refund, and none of another one that took the place of a cancelled one. */
async function isUnpaid(tx: Db, refund: refunds.LockedRefund): Promise<boolean> {
  if (canChange(refund.state)) return true;
  if (refund.state !== 'CANCELLED') return false;
  const money = await refunds.readMoney(tx, refund.company_id, refund.purchase_id, refund.id);
  assert(money, 'the purchase of a refund exists');
  return !money.causes.includes(refund.cause);
}

/** The refund gets back the payout as it was approved, without the account, which is not kept. */
async function payWith(
  tx: Db,
  scope: Scope,
  refund: refunds.LockedRefund,
  payout: store.EndedPayout,
  { date, bankReference, rowId }: store.LateDebit,
): Promise<void> {
  const companyId = scope.company.id;
  await forget(tx, scope, refund.id);
  await store.deletePayout(tx, companyId, payout.reference);
  await refunds.updateRefund(tx, companyId, refund.id, {
    note: '',
    reference: payout.reference,
    approved_by: payout.approved_by,
    approved_at: payout.approved_at,
    exports: payout.exports,
    exported_by: payout.exported_by,
    exported_at: payout.exported_at,
    payee_kind: payout.payee_kind,
    payee_hint: payout.payee_hint,
    payee_sealed: null,
  });
  await markPaid(tx, scope, refund, { paidOn: date, paidReference: bankReference, debitRowId: rowId });
}
