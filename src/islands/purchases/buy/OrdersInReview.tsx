import { formatRupees } from '@/lib/core/format.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { t } from '@/lib/core/texts.ts';
import { partPaidText } from '@/lib/purchases/bank-state.rules.ts';
import type { Transaction } from '@/lib/purchases/contract.ts';
import { Icon } from '../../ui/Icon.tsx';
import { isReviewLate } from '../review.ts';

export interface OrdersInReviewProps {
  /** The newest pending orders. */
  orders: readonly Transaction[];
  /** All pending orders of the member. */
  total: number;
  nowMs: number;
}

const HISTORY = PATHS.paymentHistory;

/** What became of the orders whose proof was sent: until they are decided, the next screen says where they are. */
export function OrdersInReview({ orders, total, nowMs }: OrdersInReviewProps) {
  if (orders.length === 0) return null;
  return (
    <section className="grid gap-3" aria-label={t('Orders in review')}>
      {orders.map((order) => (
        <p key={order.id} className="notice items-center" data-tone="warning">
          <Icon name="pending" />
          <span className="grid flex-1 gap-x-4 sm:flex sm:flex-wrap sm:items-baseline">
            <strong>
              {order.orderNumber}, {formatRupees(order.finalAmount)}
            </strong>
            <span>{stateOf(order, nowMs)}</span>
            <a className="link link-alone -mb-2 sm:mb-0 sm:ms-auto" href={`${HISTORY}?search=${order.orderNumber}`}>
              {order.waitingForBuyerSince === null ? t('See the order') : t('Answer now')}
            </a>
          </span>
        </p>
      ))}
      {total > orders.length && (
        <a className="link link-alone text-sm" href={HISTORY}>
          {t('{count} more in review', { count: total - orders.length })}
        </a>
      )}
    </section>
  );
}

function stateOf(order: Transaction, nowMs: number): string {
  if (order.waitingForBuyerSince !== null)
    return t('Our team has a question. Please answer it, and the review goes on.');
  const partText = partPaidText(order);
  if (partText !== null) return partText;
  return isReviewLate(order, nowMs)
    ? t('In review. It takes longer than usual. Please do not pay again.')
    : t('In review, usually within a day.');
}
