/** What a buyer needs to pay one order: what is due, to whom, and by which ways. Nothing is kept before the proof. */
import type { PaymentDetails } from '../beneficiaries/contract.ts';
import { getPaymentDetails } from '../beneficiaries/service.ts';
import { assert } from '../core/errors.ts';
import { formatPaise, parsePaise } from '../core/money.ts';
import type { Scope } from '../scope.ts';
import { termsOf } from '../settings/terms.ts';
import type { Transaction } from './contract.ts';
import { listTransactions } from './list.ts';
import {
  type AskedOrder,
  isOrder,
  type OrderDetails,
  orderDetails,
  type PaymentView,
  type ReadOrder,
  readOrder,
  type UpiPayee,
} from './payment-rules.ts';
import { qrDrawing } from './qr.ts';
import { orderProblem, payTabs } from './rules.ts';
import { getPrice } from './service.ts';
import { appLinks, upiLink } from './upi.ts';

export async function openPayment(scope: Scope, asked: AskedOrder): Promise<PaymentView> {
  const order = readOrder(asked);
  if (!order) return { state: 'missing' };
  const [transaction, { data: price }, { data: payee }] = await Promise.all([
    findSubmitted(scope, order),
    getPrice(scope),
    getPaymentDetails(scope),
  ]);
  if (transaction) return { state: 'submitted', transaction };
  assert(price && payee, 'both calls answer data');
  const { price_micros, fee_bps, upi_limit_paise } = scope.company;
  const problem =
    price.buyingClosed ??
    orderProblem(order.orderAmountPaise, price_micros, BigInt(price.remainingPrivateSupply), termsOf(scope.company));
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
    upis: payee.upis.map((it) => upiPayee(scope, details, it)),
    banks: payee.banks,
    aboveUpiLimit: totalPaise > upi_limit_paise ? formatPaise(upi_limit_paise) : null,
  };
}

function upiPayee({ company }: Scope, order: OrderDetails, payee: PaymentDetails['upis'][number]): UpiPayee {
  const amountPaise = parsePaise(order.totalAmount);
  assert(amountPaise !== null, 'a total is an amount');
  const link = upiLink({
    payeeAddress: payee.upi,
    payeeName: payee.holderName,
    reference: order.orderNumber,
    note: `${company.token_symbol} ${order.orderNumber}`,
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

/** The member's own purchase of this order, if its proof was sent: a reload after a lost answer finds it here. */
async function findSubmitted(scope: Scope, order: ReadOrder): Promise<Transaction | null> {
  const { data } = await listTransactions(scope, { page: 1, limit: 10, search: order.orderNumber, status: 'ALL' });
  return data?.records.find((it) => isOrder(it, order)) ?? null;
}
