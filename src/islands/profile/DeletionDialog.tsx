import { requestDeletion } from '@/lib/accounts/deletion/contract.ts';
import { t } from '@/lib/core/texts.ts';
import { call } from '../api.ts';
import { FormModal } from '../ui/FormModal.tsx';
import { problemsOf } from '../ui/form-problems.ts';
import { TextField } from '../ui/TextField.tsx';
import { useForm } from '../ui/useForm.ts';
import { useSubmit } from '../ui/useSubmit.ts';

export interface DeletionDialogProps {
  open: boolean;
  onClose: () => void;
  /** With the time of the request, ISO 8601. */
  onRequested: (at: string | null) => void;
}

/** What a deletion means, and the password that requests it. */
export function DeletionDialog({ open, onClose, onRequested }: DeletionDialogProps) {
  const form = useForm({ password: '' });
  const submission = useSubmit({
    form,
    check: () => problemsOf(requestDeletion, form.values),
    send: () => call(requestDeletion, form.values),
    onDone: ({ requestedAt }) => {
      form.fill({ password: '' });
      onRequested(requestedAt);
    },
  });

  function close(): void {
    form.fill({ password: '' });
    onClose();
  }

  return (
    <FormModal
      submission={submission}
      open={open}
      onClose={close}
      title={t('Request deletion of your account')}
      verb={t('Send request')}
      busyText={t('Sending...')}
      look="danger"
      className="grid gap-5"
    >
      <ul className="grid list-disc gap-2 ps-5 text-sm">
        <li>{t('Our team is notified, settles open purchases with you, and then deletes the account.')}</li>
        <li>{t('Your name, contact details, date of birth, Aadhaar and wallet details and picture are erased.')}</li>
        <li>{t('Payments and stock entries stay on record without your details: the law asks for them.')}</li>
        <li>{t('You can take the request back until it is done.')}</li>
      </ul>
      <TextField
        {...form.field('password')}
        label={t('Current password')}
        type="password"
        autoComplete="current-password"
      />
    </FormModal>
  );
}
