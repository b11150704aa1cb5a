import { t } from '@/lib/core/texts.ts';
import { buyerBankText, verificationOf } from '@/lib/purchases/bank-state.rules.ts';
import type { Transaction } from '@/lib/purchases/contract.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

/** 'Verified' or 'Verification Failed' for the submitted reference number; nothing while that is open. */
export function ReferenceBadge({ purchase }: { purchase: Transaction }) {
  const verification = verificationOf(purchase);
  if (verification === null) return null;
  return verification === 'VERIFIED' ? (
    <StatusBadge status="success" label="Verified" />
  ) : (
    <StatusBadge status="failed" label="Verification Failed" />
  );
}

/** The marker with what it means for the buyer. Who else sent the number is nobody's business. */
export function ReferenceMark({ purchase }: { purchase: Transaction }) {
  const text = markText(purchase);
  if (text === null) return null;
  return (
    <div className="grid justify-items-start gap-2 text-sm text-muted">
      <ReferenceBadge purchase={purchase} />
      <p>{text}</p>
    </div>
  );
}

function markText(purchase: Transaction): string | null {
  if (purchase.referenceState === 'CONFLICT')
    return t(
      'Someone else has sent the same UTR or Transaction Number. Our team will find out who has paid. You need not do anything.',
    );
  const bankText = buyerBankText(purchase);
  if (bankText !== null) return bankText;
  return purchase.referenceState === 'MATCHED' ? t('Checked and approved by our team.') : null;
}
