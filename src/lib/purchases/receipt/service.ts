/** The receipt of an approved purchase, only for its buyer. The approval gives it its number. */
import { assert, notFound } from '../../core/errors.ts';
import { formatPaise, formatPercent, formatPrice } from '../../core/money.ts';
import { inTransaction } from '../../db/client.ts';
import { actorOf, type Scope, type UseCase } from '../../scope.ts';
import type * as calls from './calls.ts';
import type { Receipt } from './contract.ts';
import { amountInWords } from './rules.ts';
import { lockForReceipts, numberReceipt, readReceipt } from './store.ts';

/** @throws ApiError not_found: no such purchase, not the member's, or never approved */
export const getReceipt: UseCase<typeof calls.getReceipt> = async (scope, { id }) => {
  const data = await findReceipt(scope, id);
  if (!data) throw notFound('Receipt');
  return { data };
};

/** For the page, which shows its own message for null: no such purchase, not the member's, or never approved. */
export async function findReceipt(scope: Scope, id: string): Promise<Receipt | null> {
  const { company } = scope;
  const read = () => readReceipt(scope.db, company.id, actorOf(scope).id, id);
  let row = await read();
  if (!row) return null;
  const { decided_at: decidedAt } = row;
  assert(decidedAt, 'an approved purchase has its time');
  if (row.receipt_number === null) {
    // Approved by an import and not by an admin here, so it is numbered when it is first read.
    await inTransaction(scope.db, async (tx) => {
      await lockForReceipts(tx, company.id);
      await numberReceipt(tx, company, { id, decidedAt });
    });
    row = await read();
  }
  assert(row?.receipt_number, 'an approved purchase has its number');
  return {
    receiptNumber: row.receipt_number,
    company: {
      name: company.company_name,
      address: company.address,
      pincode: company.pincode,
      pan: company.pan,
      email: company.email,
      mobile: company.mobile,
    },
    member: { name: row.name, memberId: row.member_id, email: row.email, mobile: row.mobile },
    tokenName: company.token_name,
    tokenSymbol: company.token_symbol,
    orderNumber: row.order_number,
    paymentMethod: row.payment_method,
    referenceNumber: row.reference_number ?? row.transaction_id,
    quantity: Number(row.quantity),
    price: formatPrice(row.price_micros),
    orderAmount: formatPaise(row.order_amount_paise),
    gstPercentage: formatPercent(row.fee_bps),
    gstAmount: formatPaise(row.fee_paise),
    totalAmount: formatPaise(row.final_amount_paise),
    totalInWords: amountInWords(row.final_amount_paise),
    amount: formatPaise(row.claimed_amount_paise),
    submittedAt: row.created_at.toISOString(),
    approvedAt: decidedAt.toISOString(),
    transactionHash: row.hash,
    cancelled:
      row.reversed_at === null ? null : { at: row.reversed_at.toISOString(), reason: row.reversal_reason ?? '' },
  };
}
