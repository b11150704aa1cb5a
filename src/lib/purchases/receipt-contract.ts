import * as z from 'zod/mini';
import { contract } from '../core/contract.ts';
import { uuid } from '../core/query-fields.ts';
import { out } from '../core/wire.ts';
import { PAYMENT_METHODS } from './contract.ts';

/** What the printable receipt of an approved purchase says, also after the approval was reversed. */
export const receipt = z.object({
  /** 'COWL/26-27/00001': symbol, financial year (April to March, India), and a count without gaps. */
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
  /** The platform charge. */
  gstPercentage: out.percent,
  gstAmount: out.money,
  totalAmount: out.money,
  totalInWords: z.string(),
  /** What the buyer stated as paid. */
  amount: out.money,
  submittedAt: out.time,
  approvedAt: out.time,
  /** Of the stock entry that credited the tokens. */
  transactionHash: z.nullable(z.string()),
  /** Set once the approval was reversed: the number stays taken, the receipt is worth nothing any more. */
  cancelled: z.nullable(z.object({ at: out.time, reason: z.string() })),
});
export type Receipt = z.output<typeof receipt>;

export const getReceipt = contract({
  method: 'GET',
  path: '/api/v1/user/transaction/receipt',
  access: 'member',
  from: 'query',
  input: z.object({ id: uuid }),
  output: receipt,
  summary: 'The receipt of one of the member’s own approved purchases; of a reversed one it says that it is cancelled.',
  failure: 'Failed to fetch the receipt',
});
