import type { BankDetail } from '../../beneficiaries/contract.ts';
import { purchaseId } from '../../core/fields.ts';
import { formatPaise, formatPercent, formatPrice, type Paise, type PriceMicros, parsePaise } from '../../core/money.ts';
import * as z from '../../core/zod.ts';
import type { Transaction } from '../contract.ts';
import { type PayMethod, quote } from '../rules.ts';

/** The query parameters of the payment screen's address. */
export interface OrderQuery {
  readonly purchaseId: string | null;
  readonly purchaseAmount: string | null;
}

export interface Order {
  readonly orderNumber: string;
  readonly orderAmountPaise: Paise;
}

/** Null if the address has no valid order. */
export function readOrder(query: OrderQuery): Order | null {
  const number = z.safeParse(purchaseId, query.purchaseId);
  const paise = parsePaise(query.purchaseAmount?.trim() ?? '');
  if (!number.success || paise === null || paise <= 0n) return null;
  return { orderNumber: number.data, orderAmountPaise: paise };
}

/** Money as strings with two decimals. */
export interface OrderDetails {
  readonly orderNumber: string;
  readonly orderAmount: string;
  /** Rupees per token, with two to six decimals. */
  readonly price: string;
  /** The platform fees, under the field name of the published client. */
  readonly gstPercentage: string;
  readonly gstAmount: string;
  readonly totalAmount: string;
  /** Whole tokens, as a decimal string. */
  readonly quantity: string;
}

export function orderDetails(order: Order, priceMicros: PriceMicros, feeBps: number): OrderDetails {
  const quoted = quote(order.orderAmountPaise, priceMicros, feeBps);
  return {
    orderNumber: order.orderNumber,
    orderAmount: formatPaise(quoted.orderAmountPaise),
    price: formatPrice(priceMicros),
    gstPercentage: formatPercent(feeBps),
    gstAmount: formatPaise(quoted.feePaise),
    totalAmount: formatPaise(quoted.totalPaise),
    quantity: String(quoted.quantity),
  };
}

/** How an order can be paid by UPI. */
export interface UpiPayee {
  readonly beneficiaryId: string;
  readonly beneficiaryVersion: number;
  /** When the account last changed, if within a day. */
  readonly changedAt: string | null;
  readonly upiId: string;
  readonly holderName: string;
  /** QR code of the payment link: path data `d` with stroke width 1, in a square of `size`. */
  readonly qr: { readonly size: number; readonly d: string };
  readonly apps: readonly { readonly id: string; readonly label: string; readonly href: string }[];
}

export interface OpenOrder {
  readonly state: 'open';
  readonly order: OrderDetails;
  readonly tabs: readonly PayMethod[];
  readonly preselected: PayMethod;
  readonly upis: readonly UpiPayee[];
  readonly banks: readonly BankDetail[];
  /** What a buyer has to know about the accounts as a whole; null for nothing. */
  readonly payeeNotice: string | null;
  /** The limit of one UPI payment if the order is above it, else null. */
  readonly aboveUpiLimit: string | null;
}

/** What the payment screen shows. `submitted`: this member has already sent the proof of this order. */
export type PaymentView =
  | { readonly state: 'missing' }
  | { readonly state: 'refused'; readonly problem: string }
  | { readonly state: 'submitted'; readonly transaction: Transaction }
  | OpenOrder;

/** Whether a purchase is this order. Its number has a suffix if the number was already taken. */
export function isOrder(
  { orderNumber, orderAmount }: Pick<Transaction, 'orderNumber' | 'orderAmount'>,
  order: Order,
): boolean {
  const isNumber = orderNumber === order.orderNumber || orderNumber.startsWith(`${order.orderNumber}-`);
  return isNumber && orderAmount === formatPaise(order.orderAmountPaise);
}
