import { contract } from '../../core/contract.ts';
import { uuid } from '../../core/fields.ts';
import { out } from '../../core/wire.ts';
import * as z from '../../core/zod.ts';
import { PAYMENT_METHODS } from '../calls.ts';
import * as calls from './calls.ts';

/** The printable receipt of an approved purchase, also after it was reversed. */
export const receipt = z.object({
  /** 'COWL/26-27/00001': symbol, financial year (April to March, India), and a number without gaps. */
  receiptNumber: z.string(),
  company: z.object({
    name: z.string(),
    address: z.string(),
    pincode: z.string(),
    pan: z.string(),
    email: z.string(),
    mobile: z.string(),
  }),
  member: z.object({ name: z.string(), memberId: z.string(), email: z.string(), mobile: z.string() }),
  tokenName: z.string(),
  tokenSymbol: z.string(),
  orderNumber: z.string(),
  paymentMethod: z.enum(PAYMENT_METHODS),
  /** The bank's number of the payment; null for a manual payment without one. */
  referenceNumber: z.nullable(z.string()),
  quantity: out.quantity,
  price: out.price,
  orderAmount: out.money,
  /** The platform fees. */
  gstPercentage: out.percent,
  gstAmount: out.money,
  totalAmount: out.money,
  totalInWords: z.string(),
  /** What the buyer says they paid. */
  amount: out.money,
  submittedAt: out.time,
  approvedAt: out.time,
  /** Hash of the stock entry that credited the tokens. */
  transactionHash: z.nullable(z.string()),
  /** Set once the purchase is reversed: the receipt keeps its number but is no longer valid. */
  cancelled: z.nullable(z.object({ at: out.time, reason: z.string() })),
});
export type Receipt = z.output<typeof receipt>;

export const getReceipt = contract(calls.getReceipt, {
  input: z.object({ id: uuid }),
  output: receipt,
  summary:
    'Returns the receipt of one of the member’s own approved purchases; for a reversed one it is marked as cancelled.',
});
