import { call } from '@/islands/api.ts';
import { FormModal } from '@/islands/ui/FormModal.tsx';
import { useForm } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import { UNPROVEN_REASONS } from '@/lib/core/ready-sentences.ts';
import { listTransactionsAsAdmin } from '@/lib/purchases/calls.ts';
import { getUnproven, rejectUnproven } from '@/lib/purchases/decide/unproven/calls.ts';
import { ReasonFields } from './ReasonFields.tsx';

/** The question before all requests without a proof are rejected, one reason for all. */
export function RejectUnproven({ count, onClose }: { count: number; onClose: () => void }) {
  const form = useForm({ reason: '' });
  const submission = useSubmit({
    form,
    send: () => {
      const reason = form.values.reason.trim();
      return call(rejectUnproven, reason === '' ? {} : { reason });
    },
    refreshes: [getUnproven, listTransactionsAsAdmin],
    onDone: onClose,
  });
  return (
    <FormModal
      submission={submission}
      title={
        count === 1 ? 'Reject the request without a proof?' : `Reject ${Math.min(count, 500)} requests without a proof?`
      }
      verb={count === 1 ? 'Reject' : 'Reject all'}
      look="danger"
      className="grid gap-4"
      onClose={onClose}
    >
      <p>
        {count > 500 && 'There are more; they stay until you do this again. '}
        Their tokens can be sold to others. Requests with a proof, with a first approval, or whose payment a bank
        statement has are not rejected. Each buyer gets a mail.
      </p>
      <ReasonFields {...form.field('reason')} reasons={UNPROVEN_REASONS} disabled={submission.busy} />
    </FormModal>
  );
}
