import { type FormEvent, useState } from 'react';
import { requestDeletion } from '@/lib/users/deletion-contract.ts';
import { call, showFailure } from '../api.ts';
import { problemsOf } from '../problems.ts';
import { toast } from '../toasts.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { TextField } from '../ui/TextField.tsx';

export interface DeletionDialogProps {
  open: boolean;
  onClose: () => void;
  /** With the time of the request, ISO 8601. */
  onRequested: (at: string | null) => void;
}

/** What a deletion means, and the password that asks for it. */
export function DeletionDialog({ open, onClose, onRequested }: DeletionDialogProps) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  function close(): void {
    setPassword('');
    setProblem(undefined);
    onClose();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const wrong = problemsOf(requestDeletion, { password })?.password;
    setProblem(wrong);
    if (wrong) return toast.error(wrong);
    setBusy(true);
    try {
      const { message, data } = await call(requestDeletion, { password });
      toast.success(message);
      setPassword('');
      onRequested(data.requestedAt);
    } catch (cause) {
      showFailure(cause);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      open={open}
      onClose={close}
      title="Request deletion of your account"
      footer={
        <>
          <Button look="secondary" onClick={close} disabled={busy}>
            Cancel
          </Button>
          <Button look="danger" type="submit" form="deletion" busy={busy} busyText="Sending...">
            Send request
          </Button>
        </>
      }
    >
      <form id="deletion" className="grid gap-5" method="post" noValidate onSubmit={submit}>
        <ul className="grid list-disc gap-2 ps-5 text-sm">
          <li>Our team is told, settles open purchases with you, and then deletes the account.</li>
          <li>Your name, contact details, date of birth, Aadhaar and wallet details and picture are erased.</li>
          <li>Payments and stock entries stay on record without your details: the law asks for them.</li>
          <li>You can take the request back until it is done.</li>
        </ul>
        <TextField
          label="Current password"
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          error={problem}
          onValue={(value) => {
            setPassword(value);
            setProblem(undefined);
          }}
        />
      </form>
    </Modal>
  );
}
