import { useState } from 'react';
import { call } from '@/islands/api.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { FormModal } from '@/islands/ui/FormModal.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { useForm } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import { formatQuantity, formatRupees } from '@/lib/core/format.ts';
import { linkRows, listMatches } from '@/lib/reconciliation/calls.ts';
import type { Summary } from './BucketList.tsx';
import { FIGURES } from './figures.ts';

const REASON = 'Approved before its statement was read.';

interface LinkAllProps {
  links: Summary['links'];
  onLinked: () => void;
}

/** Links all payments that can belong to one approved purchase alone. */
export function LinkAll({ links, onLinked }: LinkAllProps) {
  const [isOpen, setOpen] = useState(false);
  const form = useForm({ reason: REASON });
  const submission = useSubmit({
    form,
    check: () => (form.values.reason.trim().length < 3 ? { reason: 'Please enter a reason.' } : null),
    send: () => call(linkRows, { reason: form.values.reason }),
    refreshes: [...FIGURES, listMatches],
    onDone: () => {
      setOpen(false);
      onLinked();
    },
  });
  const what = `${formatQuantity(links.count)} ${links.count === 1 ? 'payment' : 'payments'}`;
  return (
    <>
      <p>
        <Button onClick={() => setOpen(true)}>
          Link {what} ({formatRupees(links.amount)})
        </Button>
      </p>
      <FormModal
        open={isOpen}
        submission={submission}
        title={`Link ${what}?`}
        verb="Link"
        className="grid gap-4"
        onClose={() => setOpen(false)}
      >
        <p className="text-sm">
          Each has the number, the amount and the day of one approved purchase, and nothing else claims it. No purchase
          changes, and no tokens are credited.
        </p>
        <TextField
          {...form.field('reason')}
          label="Reason"
          hint="It is written to the audit trail."
          required
          maxLength={500}
        />
      </FormModal>
    </>
  );
}
