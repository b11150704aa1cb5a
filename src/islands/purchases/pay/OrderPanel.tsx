import { formatQuantity, formatRupees, percentText } from '@/lib/core/format.ts';
import type { OrderDetails } from '@/lib/purchases/checkout/rules.ts';

export interface OrderPanelProps {
  order: OrderDetails;
  symbol: string;
}

export function OrderPanel({ order, symbol }: OrderPanelProps) {
  const rows = [
    ['Order #', order.orderNumber],
    ['Order Amount', formatRupees(order.orderAmount)],
    [`Platform Fees (${percentText(order.gstPercentage)})`, formatRupees(order.gstAmount)],
  ] as const;
  return (
    <aside className="card grid gap-3 lg:sticky lg:top-8" aria-label="Order details">
      <h2 className="card-title">Order details</h2>
      <dl className="facts">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div data-total>
          <dt>Total Amount</dt>
          <dd>{formatRupees(order.totalAmount)}</dd>
        </div>
      </dl>
      <p className="text-sm text-muted">
        For {formatQuantity(order.quantity, symbol)}, credited once our team has confirmed your payment.
      </p>
    </aside>
  );
}
