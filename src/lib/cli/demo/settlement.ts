/**
 * A settlement file of a payment aggregator, to try the reconciliation with: a few buyers paid through it, and one credit of the
 * bank pays for all of them, less its fee. Columns as in Razorpay's dashboard.
 */
import { formatIsoDay } from '../../core/format.ts';
import { feePaise, formatPaise, type Paise } from '../../core/money.ts';
import { MINUTE_MS, timeStamp } from './calendar.ts';
import type { PlannedOrder } from './plan.ts';

export interface DemoSettlement {
  readonly csv: string;
  /** Under which the bank has the credit. */
  readonly utr: string;
  readonly netPaise: Paise;
}

const FEE_BPS = 200;
/** GST on the fee. */
const TAX_BPS = 1800;
const HEADER =
  'transaction_entity,entity_id,amount,currency,fee (exclusive tax),tax,debit,credit,payment_method,payment_captured_at,order_receipt,settlement_id,settled_at,settlement_utr,rrn';

/** @param orders those with the bank's number of a UPI payment. @param now the time of the start in milliseconds */
export function demoSettlement(orders: readonly PlannedOrder[], now: number): DemoSettlement {
  const utr = `N${formatIsoDay(now).replaceAll('-', '')}7700123`;
  const settlementId = `setl_Demo${utr.slice(1, 11)}`;
  let netPaise = 0n;
  const lines = orders.map(({ orderNumber, finalAmountPaise, createdAt, reference }) => {
    const fee = feePaise(finalAmountPaise, FEE_BPS);
    const tax = feePaise(fee, TAX_BPS);
    const net = finalAmountPaise - fee - tax;
    netPaise += net;
    return [
      'payment',
      `pay_Demo${orderNumber.replace(/\D/g, '').slice(-10).padStart(10, '0')}`,
      formatPaise(finalAmountPaise),
      'INR',
      formatPaise(fee),
      formatPaise(tax),
      formatPaise(0n),
      formatPaise(net),
      'upi',
      timeStamp(createdAt - 3 * MINUTE_MS),
      orderNumber,
      settlementId,
      timeStamp(now),
      utr,
      reference ?? '',
    ].join(',');
  });
  return { csv: `${[HEADER, ...lines].join('\r\n')}\r\n`, utr, netPaise };
}
