import { type ReactNode, useState } from 'react';
import { getOwnData } from '@/lib/accounts/data-export/calls.ts';
import { cancelDeletion, type getDeletion } from '@/lib/accounts/deletion/calls.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { t } from '@/lib/core/texts.ts';
import { call } from '../api.ts';
import { saveFile } from '../save-file.ts';
import { Button } from '../ui/Button.tsx';
import { DateTime } from '../ui/Figures.tsx';
import { Icon } from '../ui/Icon.tsx';
import { rich } from '../ui/rich.ts';
import { useSubmit } from '../ui/useSubmit.ts';
import { useLazyComponent } from '../useLazyComponent.ts';

export interface PrivacyCardProps {
  referralCode: string;
  initial: OutputOf<typeof getDeletion>;
}

/** A copy of the member's own data, and the request to delete the account. */
export function PrivacyCard({ referralCode, initial }: PrivacyCardProps) {
  return (
    <div className="card grid gap-6">
      <OwnData referralCode={referralCode} />
      <AccountDeletion initial={initial} />
    </div>
  );
}

const ROW = 'grid items-center gap-3 sm:grid-cols-[1fr_auto] sm:gap-6';

function Explained({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <h3 className="text-base">{title}</h3>
      <p className="text-sm text-muted">{children}</p>
    </div>
  );
}

function OwnData({ referralCode }: { referralCode: string }) {
  const { busy, submit } = useSubmit({
    send: async () => ({ ...(await call(getOwnData, {})), message: t('Your data has been saved as a file.') }),
    onDone: (data) => {
      const json = new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' });
      saveFile(json, `my-data-${referralCode}.json`);
    },
  });
  return (
    <div className={ROW}>
      <Explained title={t('Download my data')}>
        {rich(
          'Everything that we store about you, as a JSON file: profile, purchases, stock, sessions and what was done with your account. See also our {policy}.',
          {
            policy: (
              <a className="link" href={PATHS.privacyPolicy}>
                {t('privacy policy')}
              </a>
            ),
          },
        )}
      </Explained>
      <Button look="secondary" icon="download" busy={busy} busyText={t('Collecting...')} onClick={submit}>
        {t('Download')}
      </Button>
    </div>
  );
}

function AccountDeletion({ initial }: Pick<PrivacyCardProps, 'initial'>) {
  const [requestedAt, setRequestedAt] = useState(initial.requestedAt);
  const [isOpen, setOpen] = useState(false);
  const dialog = useLazyComponent('The form', async () => (await import('./DeletionDialog.tsx')).DeletionDialog);
  const cancel = useSubmit({
    send: () => call(cancelDeletion, {}),
    onDone: (data) => setRequestedAt(data.requestedAt),
  });

  async function openDialog(): Promise<void> {
    if (await dialog.load()) setOpen(true);
  }

  return (
    <>
      <div className={`${ROW} border-t border-line pt-6`}>
        <Explained title={t('Delete my account')}>
          {t(
            'Our team erases your personal details. Records of payments and stock stay without them, as the law asks.',
          )}
        </Explained>
        {/* One button, so that it keeps the focus. */}
        <Button
          look="secondary"
          busy={dialog.loading || cancel.busy}
          onClick={() => void (requestedAt === null ? openDialog() : cancel.submit())}
        >
          {requestedAt === null ? t('Request deletion') : t('Take the request back')}
        </Button>
      </div>
      {requestedAt !== null && (
        <p className="notice" data-tone="warning" role="status">
          <Icon name="pending" />
          <span>
            {rich(
              'You asked for your account to be deleted on {time}. Until our team has done it, you can take the request back.',
              { time: <DateTime value={requestedAt} /> },
            )}
          </span>
        </p>
      )}
      {dialog.Component && (
        <dialog.Component
          open={isOpen}
          onClose={() => setOpen(false)}
          onRequested={(at) => {
            setRequestedAt(at);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
