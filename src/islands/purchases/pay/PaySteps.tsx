import { formatRupees } from '@/lib/core/format.ts';
import { t } from '@/lib/core/texts.ts';
import type { PayMethod } from '@/lib/purchases/rules.ts';
import { rich } from '../../ui/rich.ts';

/** What to do, in order. Cash or a cheque needs no proof. */
export function PaySteps({ method, totalAmount }: { method: PayMethod; totalAmount: string }) {
  const amount = <strong>{formatRupees(totalAmount)}</strong>;
  return (
    <ol className="steps-line" aria-label={t('How to pay')}>
      {method === 'MANUAL' ? (
        <>
          <li>
            <span>{rich('Agree with our team how you hand over {amount}', { amount })}</span>
          </li>
          <li>{t('Tick the box and press Confirm Payment')}</li>
          <li>{t('Pay as agreed. Our team confirms it')}</li>
        </>
      ) : (
        <>
          <li>
            <span>{rich('Pay {amount} by UPI or bank app', { amount })}</span>
          </li>
          <li>{t('Come back here, tick the box and press the button')}</li>
          <li>{t('Send the transaction number and a screenshot')}</li>
        </>
      )}
    </ol>
  );
}
