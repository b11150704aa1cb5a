import { type FormEvent, useState } from 'react';
import type { OutputOf } from '@/lib/core/contract.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { cancelDeletion, type getDeletion, requestDeletion } from '@/lib/users/deletion-contract.ts';
import { getOwnData } from '@/lib/users/privacy-contract.ts';
import { call, problemsOf, showFailure } from '../api.ts';
import { toast } from '../toasts.ts';
import { Button } from '../ui/Button.tsx';
import { DateTime } from '../ui/Figures.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Modal } from '../ui/Modal.tsx';
import { TextField } from '../ui/TextField.tsx';

export interface PrivacyCardProps {
  referralCode: string;
  initial: OutputOf<typeof getDeletion>;
}

/** Hands text to the browser as a file to keep. */
function saveAs(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A copy of one's own data, and the wish to be deleted. */
export function PrivacyCard({ referralCode, initial }: PrivacyCardProps) {
  const [requestedAt, setRequestedAt] = useState(initial.requestedAt);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState<'export' | 'cancel' | null>(null);

  async function during(what: 'export' | 'cancel', work: () => Promise<void>): Promise<void> {
    setBusy(what);
    try {
      await work();
    } catch (cause) {
      showFailure(cause);
    } finally {
      setBusy(null);
    }
  }

  const download = () =>
    during('export', async () => {
      const { data } = await call(getOwnData, {});
      saveAs(`my-data-${referralCode}.json`, `${JSON.stringify(data, null, 2)}\n`);
      toast.success('Your data has been saved as a file.');
    });

  const takeBack = () =>
    during('cancel', async () => {
      const { message, data } = await call(cancelDeletion, {});
      setRequestedAt(data.requestedAt);
      toast.success(message);
    });

  return (
    <div className="card grid gap-6">
      <div className="grid items-center gap-3 sm:grid-cols-[1fr_auto] sm:gap-6">
        <div className="grid gap-1">
          <h3 className="text-base">Download my data</h3>
          <p className="text-sm text-muted">
            Everything that is kept about you, as a JSON file: profile, purchases, stock, sessions and what was done
            with your account. See also our{' '}
            <a className="link" href={PATHS.privacyPolicy}>
              privacy policy
            </a>
            .
          </p>
        </div>
        <Button look="secondary" icon="download" busy={busy === 'export'} busyText="Collecting..." onClick={download}>
          Download
        </Button>
      </div>
      <div className="grid items-center gap-3 border-t border-line pt-6 sm:grid-cols-[1fr_auto] sm:gap-6">
        <div className="grid gap-1">
          <h3 className="text-base">Delete my account</h3>
          <p className="text-sm text-muted">
            Our team erases your personal details. Records of payments and stock stay without them, as the law asks.
          </p>
        </div>
        {requestedAt === null && (
          <Button look="secondary" onClick={() => setAsking(true)}>
            Request deletion
          </Button>
        )}
      </div>
      {requestedAt !== null && (
        <div className="notice" data-tone="warning" role="status">
          <Icon name="pending" />
          <div className="grid flex-1 justify-items-start gap-2">
            <p>
              You asked for your account to be deleted on <DateTime value={requestedAt} />. Until our team has done it,
              you can take the request back.
            </p>
            <Button look="secondary" size="sm" busy={busy === 'cancel'} onClick={takeBack}>
              Take the request back
            </Button>
          </div>
        </div>
      )}
      <DeletionDialog
        open={asking}
        onClose={() => setAsking(false)}
        onRequested={(at) => {
          setRequestedAt(at);
          setAsking(false);
        }}
      />
    </div>
  );
}

interface DeletionDialogProps {
  open: boolean;
  onClose: () => void;
  onRequested: (at: string | null) => void;
}

function DeletionDialog({ open, onClose, onRequested }: DeletionDialogProps) {
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
      messages
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
