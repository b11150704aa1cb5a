import * as z from 'zod/mini';
import type { BankDetail } from '@/lib/beneficiaries/contract.ts';
import { formatPaise, formatPercent, formatPrice, type Paise, type PriceMicros, parsePaise } from '@/lib/core/money.ts';
import { purchaseId } from '@/lib/core/query-fields.ts';
import type { Transaction } from './contract.ts';
import { type PayMethod, quote } from './rules.ts';

/** What the payment screen's address says of an order. */
export interface AskedOrder {
  readonly purchaseId: string | null;
  readonly purchaseAmount: string | null;
}

export interface ReadOrder {
  readonly orderNumber: string;
  readonly orderAmountPaise: Paise;
}

/** Null where the address does not carry an order. */
export function readOrder(asked: AskedOrder): ReadOrder | null {
  const number = z.safeParse(purchaseId, asked.purchaseId);
  const paise = parsePaise(asked.purchaseAmount?.trim() ?? '');
  if (!number.success || paise === null || paise <= 0n) return null;
  return { orderNumber: number.data, orderAmountPaise: paise };
}

/** Money as strings with two decimals. */
export interface OrderDetails {
  readonly orderNumber: string;
  readonly orderAmount: string;
  /** Of one token, in rupees with two to six decimals. */
  readonly price: string;
  /** The platform charge; its wire name is the published client's. */
  readonly gstPercentage: string;
  readonly gstAmount: string;
  readonly totalAmount: string;
  /** Whole tokens, as a decimal string. */
  readonly quantity: string;
}

export function orderDetails(order: ReadOrder, priceMicros: PriceMicros, feeBps: number): OrderDetails {
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
  /** When the account last changed, if that was within a day. */
  readonly changedAt: string | null;
  readonly upiId: string;
  readonly holderName: string;
  /** Of the payment link; `d` is drawn with a line of width 1 in a square of `size`. */
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
  /** The limit of one UPI payment where the order is above it, else null. */
  readonly aboveUpiLimit: string | null;
}

/** What the payment screen shows. `submitted`: this member has sent the proof of this very order already. */
export type PaymentView =
  | { readonly state: 'missing' }
  | { readonly state: 'refused'; readonly problem: string }
  | { readonly state: 'submitted'; readonly transaction: Transaction }
  | OpenOrder;

/** Whether a purchase is this order: its number may have got a suffix where it had been taken. */
export function isOrder(it: Pick<Transaction, 'orderNumber' | 'orderAmount'>, order: ReadOrder): boolean {
  const isNumber = it.orderNumber === order.orderNumber || it.orderNumber.startsWith(`${order.orderNumber}-`);
  return isNumber && it.orderAmount === formatPaise(order.orderAmountPaise);
}
