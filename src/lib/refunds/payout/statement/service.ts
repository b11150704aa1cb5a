/** What bank statements say about refunds: a debit pays one, a credit returns one. */
import { ApiError } from '../../../core/errors.ts';
import type { Db } from '../../../db/client.ts';
import type { Scope } from '../../../scope.ts';
import { reserveCredits } from '../../credits/store.ts';
import * as refunds from '../../store.ts';
import { recordLateDebits, recordLateReturns } from '../ended/service.ts';
import { markPaid, startAgain } from '../service.ts';
import * as store from './store.ts';

const CAME_BACK = 'The bank sent the money back. Please check your account.';

/** Call it in the transaction of an import, after its rows. Locks each refund in the order of the ids. */
export async function recordPayouts(tx: Db, scope: Scope): Promise<void> {
  const companyId = scope.company.id;
  await reserveCredits(tx, companyId, null);
  for (const { refundId, rowId, date, bankReference } of await store.listDebits(tx, companyId)) {
    const refund = await refunds.lockRefund(tx, companyId, refundId, null);
    if (!refund) continue;
    if (refund.state === 'PAID') await refunds.updateRefund(tx, companyId, refundId, { debit_row_id: rowId });
    else if (refund.state === 'APPROVED' || refund.state === 'EXPORTED')
      await markPaid(tx, scope, refund, { paidOn: date, paidReference: bankReference, debitRowId: rowId });
  }
  const mark = (rowId: string, number: string) => store.markReturn(tx, companyId, rowId, `Returned refund ${number}`);
  await recordLateReturns(tx, scope, mark);
  await recordLateDebits(tx, scope);
  for (const { refundId, rowId } of await store.listReturns(tx, companyId)) {
    const refund = await refunds.lockRefund(tx, companyId, refundId, null);
    if (refund?.state !== 'PAID' && refund?.state !== 'EXPORTED') continue;
    await mark(rowId, refund.number);
    await startAgain(tx, scope, refund, { reason: CAME_BACK, returnRowId: rowId });
  }
}

/** @throws ApiError conflict while a refund pays back the money of a bank row */
export async function refuseRefunded(tx: Db, scope: Scope, rowId: string): Promise<void> {
  const number = await store.findRefundOfRow(tx, scope.company.id, rowId);
  if (number !== null)
    throw new ApiError('conflict', `The refund ${number} pays this payment back. Please cancel the refund first.`);
}
