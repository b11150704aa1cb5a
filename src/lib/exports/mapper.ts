/** The columns of each export. Each time has two columns: ISO 8601 in UTC, and as people in India read it. */
import { formatDateTime } from '../core/format.ts';
import { formatPaise, formatPercent, formatPrice } from '../core/money.ts';
import { mediaPath } from '../core/paths.ts';
import { SIGN_LABELS } from '../core/rewards.ts';
import { bankTitle } from '../purchases/bank-filter.rules.ts';
import type { ReconciledRow } from '../reconciliation/export/rules.ts';
import { CAUSE_LABELS, STATE_LABELS } from '../refunds/labels.rules.ts';
import { REWARD_LABELS } from '../rewards/labels.rules.ts';
import type { ChangeRow } from './changes/rules.ts';
import type { Column, ColumnKind } from './rules.ts';
import type { EntryRow, MemberRow, PurchaseRow, RefundRow, RewardRow, SupplyRow } from './store.ts';

const column = <Row>(head: string, kind: ColumnKind, width: number, value: Column<Row>['value']): Column<Row> => ({
  head,
  kind,
  width,
  value,
});
const text = <Row>(head: string, width: number, value: Column<Row>['value']) => column(head, 'text', width, value);

function times<Row>(head: string, at: (row: Row) => Date | null): Column<Row>[] {
  return [
    text(`${head} (UTC)`, 25, (row) => at(row)?.toISOString() ?? null),
    text(`${head} (India)`, 24, (row) => {
      const when = at(row);
      return when && formatDateTime(when);
    }),
  ];
}

export const MEMBER_COLUMNS: readonly Column<MemberRow>[] = [
  text('Member ID', 14, (it) => it.member_id),
  text('Name', 24, (it) => it.name),
  text('Email', 30, (it) => it.email),
  text('Mobile', 16, (it) => it.mobile),
  text('Role', 8, (it) => it.role),
  text('Status', 10, (it) => it.status),
  text('Verified', 9, (it) => (it.is_approved ? 'Yes' : 'No')),
  text('Referred by', 14, (it) => it.referrer_member_id),
  column('Stock balance', 'quantity', 16, (it) => String(it.balance)),
  text('Wallet address', 44, (it) => it.wallet_address),
  ...times<MemberRow>('Registered', (it) => it.created_at),
];

export const PURCHASE_COLUMNS: readonly Column<PurchaseRow>[] = [
  text('Order #', 14, (it) => it.order_number),
  text('Member ID', 14, (it) => it.member_id),
  text('Name', 24, (it) => it.name),
  text('Email', 30, (it) => it.email),
  text('Mobile', 16, (it) => it.mobile),
  text('Method', 9, (it) => it.payment_method),
  text('Status', 11, (it) => it.status),
  column('Price', 'price', 12, (it) => formatPrice(it.price_micros)),
  column('Quantity', 'quantity', 14, (it) => String(it.quantity)),
  column('Order amount', 'money', 16, (it) => formatPaise(it.order_amount_paise)),
  column('Platform Fees %', 'price', 10, (it) => formatPercent(it.fee_bps)),
  column('Platform Fees', 'money', 14, (it) => formatPaise(it.fee_paise)),
  column('Final amount', 'money', 16, (it) => formatPaise(it.final_amount_paise)),
  column('Claimed amount', 'money', 16, (it) => formatPaise(it.claimed_amount_paise)),
  text('UTR or Transaction Number', 26, (it) => it.reference_number),
  text('Transaction ID', 26, (it) => it.transaction_id),
  text('Paid to account', 22, (it) => it.beneficiary?.accountNumber ?? null),
  text('Paid to UPI ID', 22, (it) => it.beneficiary?.upi ?? null),
  ...times<PurchaseRow>('Submitted', (it) => it.created_at),
  text('First approval by', 20, (it) => it.first_approved_by_name),
  text('Decided by', 20, (it) => it.decided_by_name),
  ...times<PurchaseRow>('Decided', (it) => it.decided_at),
  text('Reject reason', 30, (it) => it.reject_reason),
  text('Reversal asked by', 20, (it) => it.reversal_asked_by_name),
  text('Reversed by', 20, (it) => it.reversed_by_name),
  ...times<PurchaseRow>('Reversed', (it) => it.reversed_at),
  text('Reversal reason', 30, (it) => (it.reversed_at === null ? null : it.reversal_reason)),
  text('Receipt number', 18, (it) => it.receipt_number),
  text('Receipt file', 50, (it) => (it.receipt_id === null ? null : mediaPath(it.receipt_id))),
  text('Transaction Hash', 68, (it) => it.hash),
  text('Bank statement', 20, (it) => bankTitle(it.bank_state)),
];

/** Two columns instead of a sign, because no cell may start with a sign. */
export const LEDGER_COLUMNS: readonly Column<EntryRow>[] = [
  column('Entry', 'quantity', 10, (it) => String(it.seq)),
  ...times<EntryRow>('Time', (it) => it.created_at),
  text('Member ID', 14, (it) => it.member_id),
  text('Name', 24, (it) => it.name),
  text('Kind', 12, (it) => it.kind),
  column('Credited', 'quantity', 16, (it) => (it.quantity > 0n ? String(it.quantity) : '0')),
  column('Taken back', 'quantity', 16, (it) => (it.quantity < 0n ? String(-it.quantity) : '0')),
  text('Order #', 14, (it) => it.order_number),
  text('Member ID of the buyer', 14, (it) => it.buyer_member_id),
  text('Transaction Hash', 68, (it) => it.hash),
];

export const SUPPLY_COLUMNS: readonly Column<SupplyRow>[] = [
  text('Supply', 30, (it) => it.part),
  column('Tokens', 'quantity', 20, (it) => String(it.tokens)),
];

export const CHANGE_COLUMNS: readonly Column<ChangeRow>[] = [
  text('Change of', 12, (it) => it.of),
  text('What', 10, (it) => it.kind),
  text('Account', 44, (it) => it.account),
  text('Before', 60, (it) => it.before),
  text('After', 60, (it) => it.after),
  text('Proposed by', 20, (it) => it.proposedBy),
  ...times<ChangeRow>('Proposed', (it) => it.proposedAt),
  ...times<ChangeRow>('To be confirmed until', (it) => it.expiresAt),
  text('Can be confirmed', 16, (it) => (it.isStale ? 'No' : 'Yes')),
];

const moneyOrEmpty = (paise: bigint | null): string | null => (paise === null ? null : formatPaise(paise));

export const RECONCILIATION_COLUMNS: readonly Column<ReconciledRow>[] = [
  text('Bank date', 12, (it) => it.date),
  text('Account', 22, (it) => it.account),
  column('Credit', 'money', 16, (it) => moneyOrEmpty(it.amountPaise)),
  text('Reference', 26, (it) => it.references),
  text('Payer', 24, (it) => it.payer),
  text('Narration', 60, (it) => it.narration),
  text('Bucket', 16, (it) => it.bucket),
  text('Order #', 14, (it) => it.orderNumber),
  text('Name', 24, (it) => it.buyerName),
  column('Final amount', 'money', 16, (it) => moneyOrEmpty(it.duePaise)),
  text('Decision', 24, (it) => it.decision),
  text('Reason', 30, (it) => it.reason),
  text('Decided by', 20, (it) => it.decidedBy),
  ...times<ReconciledRow>('Decided', (it) => it.decidedAt),
];

export const REFUND_COLUMNS: readonly Column<RefundRow>[] = [
  text('Refund', 16, (it) => it.number),
  text('Order #', 14, (it) => it.order_number),
  text('Member ID', 14, (it) => it.member_id),
  text('Name', 24, (it) => it.member_name),
  text('Why', 10, (it) => CAUSE_LABELS[it.cause]),
  column('Amount', 'money', 16, (it) => formatPaise(it.amount_paise)),
  text('State', 20, (it) => STATE_LABELS[it.state]),
  ...times<RefundRow>('Created', (it) => it.created_at),
  text('Created by', 20, (it) => it.created_by_name),
  text('Paid to', 30, (it) => it.payee_hint),
  ...times<RefundRow>('Approved', (it) => it.approved_at),
  text('Approved by', 20, (it) => it.approved_by_name),
  text('Reference', 20, (it) => it.reference),
  column('Exports', 'quantity', 9, (it) => String(it.exports)),
  text('Paid on', 12, (it) => it.paid_on),
  text('Bank reference', 26, (it) => it.paid_reference),
  text('Seen on a statement', 12, (it) => (it.debit_row_id === null ? 'No' : 'Yes')),
  text('Earlier payout that went out', 20, (it) => it.late_reference),
  text('Last words to the member', 40, (it) => it.note),
];

export const REWARD_COLUMNS: readonly Column<RewardRow>[] = [
  text('Order #', 14, (it) => it.order_number),
  text('Referrer ID', 14, (it) => it.referrer_member_id),
  text('Referrer', 24, (it) => it.referrer_name),
  text('Buyer ID', 14, (it) => it.buyer_member_id),
  text('Buyer', 24, (it) => it.buyer_name),
  column('Quantity', 'quantity', 14, (it) => String(it.quantity)),
  text('State', 12, (it) => REWARD_LABELS[it.state]),
  text('Signs', 40, (it) => it.signs.map((sign) => SIGN_LABELS[sign]).join(', ')),
  ...times<RewardRow>('Held until', (it) => it.held_until),
  column('Rule', 'quantity', 6, (it) => String(it.rule)),
  text('Rule reward %', 12, (it) => formatPercent(it.reward_bps)),
  ...times<RewardRow>('Purchase approved', (it) => it.created_at),
  ...times<RewardRow>('Decided', (it) => it.decided_at),
  text('Decided by', 20, (it) => it.decided_by_name),
  text('Reason', 40, (it) => it.refusal_reason),
];
