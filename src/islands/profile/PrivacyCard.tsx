import { useState } from 'react';
import type { OutputOf } from '@/lib/core/contract.ts';
import { PATHS } from '@/lib/core/paths.ts';
import type { getDeletion } from '@/lib/users/deletion-contract.ts';
import { showFailure } from '../failure.ts';
import { toast } from '../toasts.ts';
import { Button } from '../ui/Button.tsx';
import { DateTime } from '../ui/Figures.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useLazy } from '../useLazy.ts';
import { useCalls } from './useCalls.ts';

export interface PrivacyCardProps {
  referralCode: string;
  initial: OutputOf<typeof getDeletion>;
}

/** A copy of one's own data, and the wish to be deleted. */
export function PrivacyCard({ referralCode, initial }: PrivacyCardProps) {
  const [requestedAt, setRequestedAt] = useState(initial.requestedAt);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState<'export' | 'cancel' | null>(null);
  const load = useCalls();
  const dialog = useLazy('The form', async () => (await import('./DeletionDialog.tsx')).DeletionDialog);

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

  async function ask(): Promise<void> {
    if (await dialog.load()) setAsking(true);
  }

  const download = () =>
    during('export', async () => {
      const { call, getOwnData, saveAs } = await load();
      const { data } = await call(getOwnData, {});
      saveAs(`my-data-${referralCode}.json`, `${JSON.stringify(data, null, 2)}\n`);
      toast.success('Your data has been saved as a file.');
    });

  const takeBack = () =>
    during('cancel', async () => {
      const { call, cancelDeletion } = await load();
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
          <Button look="secondary" busy={dialog.loading} onClick={() => void ask()}>
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
      {dialog.Part && (
        <dialog.Part
          open={asking}
          onClose={() => setAsking(false)}
          onRequested={(at) => {
            setRequestedAt(at);
            setAsking(false);
          }}
        />
      )}
    </div>
  );
}
