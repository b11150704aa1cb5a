/** What a buyer needs to pay one order: the amount due, the payee and the ways to pay. Nothing is stored before the proof. */

import { qrDrawing } from '../../accounts/qr.ts';
import type { PaymentDetails } from '../../beneficiaries/contract.ts';
import { getPaymentDetails } from '../../beneficiaries/service.ts';
import { assert } from '../../core/errors.ts';
import { formatPaise, parsePaise, tokensFor } from '../../core/money.ts';
import type { Scope } from '../../scope.ts';
import { termsOf } from '../../settings/price-lock/service.ts';
import type { Transaction } from '../contract.ts';
import { heldProblem } from '../holds.rules.ts';
import { listTransactions } from '../list/service.ts';
import { getPrice } from '../price/service.ts';
import { orderProblem, payTabs } from '../rules.ts';
import {
  isOrder,
  type Order,
  type OrderDetails,
  type OrderQuery,
  orderDetails,
  type PaymentView,
  readOrder,
  type UpiPayee,
} from './rules.ts';
import { appLinks, upiLink } from './upi.rules.ts';

export async function openPayment(scope: Scope, query: OrderQuery): Promise<PaymentView> {
  const order = readOrder(query);
  if (!order) return { state: 'missing' };
  const [transaction, { data: price }, { data: payee }] = await Promise.all([
    findSubmitted(scope, order),
    getPrice(scope, {}),
    getPaymentDetails(scope, {}),
  ]);
  if (transaction) return { state: 'submitted', transaction };
  const { price_micros, fee_bps, upi_limit_paise } = scope.company;
  const problem =
    price.buyingClosed ??
    orderProblem(order.orderAmountPaise, price_micros, BigInt(price.remainingPrivateSupply), termsOf(scope.company)) ??
    heldProblem(
      tokensFor(order.orderAmountPaise, price_micros),
      price.holdableQuantity === null ? null : BigInt(price.holdableQuantity),
    );
  if (problem !== null) return { state: 'refused', problem };

  const details = orderDetails(order, price_micros, fee_bps);
  const totalPaise = parsePaise(details.totalAmount);
  assert(totalPaise !== null, 'a total is an amount');
  const { tabs, preselected } = payTabs(
    { hasBank: payee.banks.length > 0, hasUpi: payee.upis.length > 0 },
    totalPaise,
    upi_limit_paise,
  );
  return {
    state: 'open',
    order: details,
    tabs,
    preselected,
    upis: payee.upis.map((it) => upiPayee(details, it)),
    banks: payee.banks,
    payeeNotice: payee.notice,
    aboveUpiLimit: totalPaise > upi_limit_paise ? formatPaise(upi_limit_paise) : null,
  };
}

function upiPayee(order: OrderDetails, payee: PaymentDetails['upis'][number]): UpiPayee {
  const amountPaise = parsePaise(order.totalAmount);
  assert(amountPaise !== null, 'a total is an amount');
  const link = upiLink({
    payeeAddress: payee.upi,
    payeeName: payee.holderName,
    reference: order.orderNumber,
    note: order.orderNumber,
    amountPaise,
  });
  return {
    beneficiaryId: payee.id,
    beneficiaryVersion: payee.version,
    changedAt: payee.changedAt,
    upiId: payee.upi,
    holderName: payee.holderName,
    qr: qrDrawing(link),
    apps: appLinks(link),
  };
}

/** The member's own purchase of this order, if its proof was sent: found again after a lost answer and a reload. */
async function findSubmitted(scope: Scope, order: Order): Promise<Transaction | null> {
  const { data } = await listTransactions(scope, { page: 1, limit: 10, search: order.orderNumber, status: 'ALL' });
  return data.records.find((it) => isOrder(it, order)) ?? null;
}
