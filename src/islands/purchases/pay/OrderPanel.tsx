import { formatQuantity, formatRupees, percentText } from '@/lib/core/format.ts';
import { t } from '@/lib/core/texts.ts';
import type { OrderDetails } from '@/lib/purchases/checkout/rules.ts';

export interface OrderPanelProps {
  order: OrderDetails;
  symbol: string;
}

export function OrderPanel({ order, symbol }: OrderPanelProps) {
  const rows = [
    [t('Order #'), order.orderNumber],
    [t('Order Amount'), formatRupees(order.orderAmount)],
    [t('Platform Fees ({percent})', { percent: percentText(order.gstPercentage) }), formatRupees(order.gstAmount)],
  ] as const;
  return (
    <aside className="card grid gap-3 lg:sticky lg:top-8" aria-label={t('Order details')}>
      <h2 className="card-title">{t('Order details')}</h2>
      <dl className="facts">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div data-total>
          <dt>{t('Total Amount')}</dt>
          <dd>{formatRupees(order.totalAmount)}</dd>
        </div>
      </dl>
      <p className="text-sm text-muted">
        {t('For {quantity}, credited once our team has confirmed your payment.', {
          quantity: formatQuantity(order.quantity, symbol),
        })}
      </p>
    </aside>
  );
}
