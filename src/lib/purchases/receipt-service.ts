/** The receipt of an approved purchase, for its buyer alone. The approval has numbered it. */
import type { InputOf } from '../core/contract.ts';
import { assert, notFound } from '../core/errors.ts';
import { formatPaise, formatPercent, formatPrice } from '../core/money.ts';
import { inTransaction } from '../db/client.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import type { getReceipt as Get, Receipt } from './receipt-contract.ts';
import { amountInWords } from './receipt-rules.ts';
import { lockForReceipts, numberReceipt, readReceipt } from './receipt-store.ts';

/** @throws ApiError not_found: no such purchase, not the member's, or never approved */
export async function getReceipt(scope: Scope, { id }: InputOf<typeof Get>): Promise<Result<Receipt>> {
  const data = await findReceipt(scope, id);
  if (!data) throw notFound('Receipt');
  return { data };
}

/** The same for the page, which says itself that there is none: null. */
export async function findReceipt(scope: Scope, id: string): Promise<Receipt | null> {
  const { company } = scope;
  const read = () => readReceipt(scope.db, company.id, actorOf(scope).id, id);
  let row = await read();
  if (!row) return null;
  if (row.receipt_number === null) {
    // Approved by an import and not by an admin here: numbered when it is first asked for.
    await inTransaction(scope.db, async (tx) => {
      await lockForReceipts(tx, company.id);
      await numberReceipt(tx, company.id, id, null);
    });
    row = await read();
  }
  assert(row?.receipt_number && row.decided_at, 'an approved purchase has its number and its time');
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
    approvedAt: row.decided_at.toISOString(),
    transactionHash: row.hash,
    cancelled:
      row.reversed_at === null ? null : { at: row.reversed_at.toISOString(), reason: row.reversal_reason ?? '' },
  };
}
