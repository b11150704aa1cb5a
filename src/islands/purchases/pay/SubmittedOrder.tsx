import { formatRupees, percentText } from '@/lib/core/format.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { type Label, t } from '@/lib/core/texts.ts';
import type { Transaction } from '@/lib/purchases/contract.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { DateTime } from '../../ui/Figures.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { ReferenceMark } from '../history/ReferenceMark.tsx';
import { reviewTime } from '../review.ts';

type Texts = Readonly<Record<Transaction['status'], Label>>;

const PROVEN: Texts = {
  PENDING: 'We have your proof of payment, so please do not pay again. Our team is checking it.',
  APPROVED: 'Your payment was approved, and the tokens are in your stock.',
  REVERSED: 'The approval of this order was reversed, and its tokens have left your stock.',
  REJECTED:
    'Your payment was not approved. If you have paid, open the payment history, correct what is wrong and send it again. Please do not pay again.',
};

/** Of a payment that was arranged with the team: it may still be to come, and there is no number to check. */
const ARRANGED: Texts = {
  ...PROVEN,
  PENDING: 'Your tokens are held for you while our team confirms the payment.',
  APPROVED: 'Your payment was confirmed, and the tokens are in your stock.',
  REJECTED: 'Your payment could not be confirmed. If you have paid, please get in touch with our team.',
};

const HOLD_ENDED =
  'Hold ended: your tokens are no longer held. If enough are left when your payment is approved, you get them. Please do not pay again.';

function stateOf(purchase: Transaction, nowMs: number): string {
  const texts = purchase.paymentMethod === 'MANUAL' ? ARRANGED : PROVEN;
  if (purchase.status !== 'PENDING') return t(texts[purchase.status]);
  if (purchase.holdEndedAt !== null) return t(HOLD_ENDED);
  return `${t(texts.PENDING)} ${reviewTime(purchase, nowMs)}`;
}

/**
 * An order whose proof is submitted: its state, instead of a second payment.
 * @param nowMs when the page is rendered, since the epoch
 */
export function SubmittedOrder({ purchase, nowMs }: { purchase: Transaction; nowMs: number }) {
  const rows = [
    [t('Order Amount'), formatRupees(purchase.orderAmount)],
    [
      t('Platform Fees ({percent})', { percent: percentText(purchase.gstPercentage) }),
      formatRupees(purchase.gstAmount),
    ],
    [t('Total Amount'), formatRupees(purchase.finalAmount)],
  ] as const;
  return (
    <section className="card grid max-w-2xl gap-5" aria-labelledby="submitted">
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg font-semibold" id="submitted">
            {t('This order has been submitted')}
          </h2>
          <StatusBadge status={purchase.status} />
        </div>
        <p className="text-sm text-muted">{stateOf(purchase, nowMs)}</p>
        {(purchase.rejectReason ?? purchase.reversalReason) && (
          <p className="notice" data-tone="danger">
            <Icon name="info" />
            <bdi>{purchase.rejectReason ?? purchase.reversalReason}</bdi>
          </p>
        )}
      </div>
      <ReferenceMark purchase={purchase} />
      <dl className="facts">
        <div>
          <dt>{t('Order #')}</dt>
          <dd>{purchase.orderNumber}</dd>
        </div>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {purchase.referenceNumber && (
          <div>
            <dt>{t('UTR or Transaction Number')}</dt>
            <dd>{purchase.referenceNumber}</dd>
          </div>
        )}
        <div>
          <dt>{t('Submitted')}</dt>
          <dd>
            <DateTime value={purchase.createdAt} />
          </dd>
        </div>
      </dl>
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        <a className={buttonClass('primary')} href={`${PATHS.paymentHistory}?status=ALL`}>
          <span className="btn-face">{t('See payment history')}</span>
        </a>
        <a className={buttonClass('secondary')} href={PATHS.buyToken}>
          <span className="btn-face">{t('Make a new order')}</span>
        </a>
      </div>
    </section>
  );
}
