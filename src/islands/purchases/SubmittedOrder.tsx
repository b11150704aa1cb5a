import { formatRupees, percentText } from '@/lib/core/format.ts';
import { PATHS } from '@/lib/core/paths.ts';
import type { Transaction } from '@/lib/purchases/contract.ts';
import { ReferenceMark } from '../history/ReferenceMark.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { DateTime } from '../ui/Figures.tsx';
import { Icon } from '../ui/Icon.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';

type Texts = Readonly<Record<Transaction['status'], string>>;

const PROVEN: Texts = {
  PENDING: 'We have your proof of payment and compare it with the bank statement. Please do not pay again.',
  APPROVED: 'Your payment was matched, and the tokens are in your stock.',
  REVERSED: 'The approval of this order was reversed, and its tokens have left your stock.',
  REJECTED: 'Your payment could not be matched. If you have paid, please make a new order and check the number.',
};

/** Of a payment that was arranged with the team: it may still be to come, and there is no number to check. */
const ARRANGED: Texts = {
  ...PROVEN,
  PENDING: 'Your tokens are held for you until our team has confirmed the payment that you have arranged with it.',
  APPROVED: 'Your payment was confirmed, and the tokens are in your stock.',
  REJECTED: 'Your payment could not be confirmed. If you have paid, please get in touch with our team.',
};

/** An order whose proof is in: where it stands, instead of a second payment. */
export function SubmittedOrder({ it }: { it: Transaction }) {
  const texts = it.paymentMethod === 'MANUAL' ? ARRANGED : PROVEN;
  const rows = [
    ['Order Amount', formatRupees(it.orderAmount)],
    [`Platform Fees (${percentText(it.gstPercentage)})`, formatRupees(it.gstAmount)],
    ['Total Amount', formatRupees(it.finalAmount)],
  ] as const;
  return (
    <section className="card grid max-w-2xl gap-5" aria-labelledby="submitted">
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg font-semibold" id="submitted">
            This order has been submitted
          </h2>
          <StatusBadge status={it.status} />
        </div>
        <p className="text-sm text-muted">{texts[it.status]}</p>
        {(it.rejectReason ?? it.reversalReason) && (
          <p className="notice" data-tone="danger">
            <Icon name="info" />
            <span>{it.rejectReason ?? it.reversalReason}</span>
          </p>
        )}
      </div>
      <ReferenceMark state={it.referenceState} />
      <dl className="facts">
        <div>
          <dt>Order #</dt>
          <dd>{it.orderNumber}</dd>
        </div>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {it.referenceNumber && (
          <div>
            <dt>UTR or Transaction Number</dt>
            <dd>{it.referenceNumber}</dd>
          </div>
        )}
        <div>
          <dt>Submitted</dt>
          <dd>
            <DateTime value={it.createdAt} />
          </dd>
        </div>
      </dl>
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        <a className={buttonClass('primary')} href={`${PATHS.paymentHistory}?status=ALL`}>
          <span className="btn-face">See payment history</span>
        </a>
        <a className={buttonClass('secondary')} href={PATHS.buyToken}>
          <span className="btn-face">Make a new order</span>
        </a>
      </div>
    </section>
  );
}
