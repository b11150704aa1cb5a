import { paymentPath } from '@/lib/core/paths.ts';
import { t } from '@/lib/core/texts.ts';
import type { Transaction } from '@/lib/purchases/contract.ts';
import { orderNumberAt } from '@/lib/purchases/rules.ts';
import { openOrder, storeOrder } from '../order.ts';

/** The id of an uploaded file in its address. */
const FILE_ID = /\/media\/([0-9a-f-]{36})$/;

/** Opens a new order of the same amount. What was sent for a rejected one is filled in, and its reason is shown. */
export function sendAgain(purchase: Transaction, nowMs: number): void {
  const orderNumber = orderNumberAt(nowMs);
  const { orderAmount, paymentMethod } = purchase;
  if (purchase.status === 'REJECTED' && paymentMethod !== 'CRYPTO') {
    const order = openOrder(orderNumber, orderAmount, nowMs);
    const [, receiptId] = FILE_ID.exec(purchase.receipt?.url ?? '') ?? [];
    storeOrder(orderNumber, orderAmount, {
      ...order,
      draft: {
        ...order.draft,
        method: paymentMethod,
        referenceNumber: purchase.referenceNumber ?? '',
        amount: purchase.amount,
        receipt:
          receiptId === undefined ? null : { id: receiptId, name: t('The file of your earlier proof'), bytes: 0 },
        corrects: { orderNumber: purchase.orderNumber, reason: purchase.rejectReason ?? '' },
      },
    });
  }
  window.location.assign(paymentPath(orderNumber, orderAmount));
}
