import type { Transaction } from '@/lib/purchases/contract.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';

export interface ReferenceMarkProps {
  state: Transaction['referenceState'];
}

/** 'Verified' or 'Verification Failed', as the submitted reference number really stands; nothing while that is open. */
export function ReferenceBadge({ state }: ReferenceMarkProps) {
  if (state === null) return null;
  return state === 'MATCHED' ? (
    <StatusBadge status="success" label="Verified" />
  ) : (
    <StatusBadge status="failed" label="Verification Failed" />
  );
}

/** The marker with what it means for the buyer. Who else sent the number is nobody's business. */
export function ReferenceMark({ state }: ReferenceMarkProps) {
  if (state === null) return null;
  return (
    <div className="grid justify-items-start gap-2 text-sm text-muted">
      <ReferenceBadge state={state} />
      <p>
        {state === 'MATCHED'
          ? 'Your UTR or Transaction Number was matched.'
          : 'Someone else has sent the same UTR or Transaction Number. Our team decides by the bank statement who has paid: there is nothing for you to do.'}
      </p>
    </div>
  );
}
