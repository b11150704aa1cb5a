import { useEffect, useState } from 'react';
import { call } from '@/islands/api.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { ConfirmModal } from '@/islands/ui/ConfirmModal.tsx';
import { CopyButton } from '@/islands/ui/CopyButton.tsx';
import { FormModal } from '@/islands/ui/FormModal.tsx';
import { Modal } from '@/islands/ui/Modal.tsx';
import { OtpField } from '@/islands/ui/OtpField.tsx';
import { Refusal } from '@/islands/ui/Refusal.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { useForm } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { readFactorCode } from '@/lib/core/factor-codes.ts';
import { t } from '@/lib/core/texts.ts';
import type { OwnCalls } from './calls.ts';

export type FactorQuestion = 'add-app' | 'remove-app' | 'make-codes';

interface FactorDialogsProps {
  question: FactorQuestion;
  calls: OwnCalls;
  onClose: () => void;
}

/** The dialogs about second factors; they load apart from the page. */
export function FactorDialogs({ question, calls, onClose }: FactorDialogsProps) {
  const rest = { calls, onClose };
  if (question === 'remove-app') return <RemoveApp {...rest} />;
  return question === 'add-app' ? <AddApp {...rest} /> : <MakeCodes {...rest} />;
}

type DialogProps = Omit<FactorDialogsProps, 'question'>;

/** Fetches when the dialog opens what is shown this once. */
function useMade<D>(make: () => Promise<{ data: D }>): { made: D | null; refusal: string | null } {
  const [made, setMade] = useState<D | null>(null);
  const { refusal, submit } = useSubmit({
    send: async () => ({ ...(await make()), message: '' }),
    onDone: setMade,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => void submit(), []);
  return { made, refusal };
}

/** A dialog that waits for what it shows. */
function Waiting({ title, refusal, onClose }: { title: string; refusal: string | null; onClose: () => void }) {
  return (
    <Modal
      open
      size="sm"
      title={title}
      onClose={onClose}
      footer={
        <Button look="secondary" onClick={onClose}>
          {t('Cancel')}
        </Button>
      }
    >
      {refusal === null ? <p className="text-sm text-muted">{t('One moment...')}</p> : <Refusal text={refusal} />}
    </Modal>
  );
}

function AddApp(props: DialogProps) {
  const { made, refusal } = useMade(() => call(props.calls.addApp, {}));
  if (!made) return <Waiting title={t('Add an authenticator app')} refusal={refusal} onClose={props.onClose} />;
  return <ConfirmApp {...props} made={made} />;
}

function ConfirmApp({ calls, onClose, made }: DialogProps & { made: OutputOf<OwnCalls['addApp']> }) {
  const form = useForm({ code: '' });
  const { code } = form.values;
  const submission = useSubmit({
    form,
    check: () => (code.length < 6 ? { code: t('Please enter the 6 digits of your authenticator app.') } : null),
    send: () => call(calls.confirmApp, { code }),
    refreshes: [calls.getFactors],
    onDone: onClose,
  });
  const { size, d } = made.qr;
  return (
    <FormModal
      submission={submission}
      title={t('Add an authenticator app')}
      verb={t('Confirm')}
      busyText={t('Checking...')}
      size="sm"
      className="grid gap-4"
      onClose={onClose}
    >
      <p className="text-sm text-muted">
        {t(
          'Scan this with an authenticator app, such as Google Authenticator, Microsoft Authenticator or your password manager.',
        )}
      </p>
      <svg
        className="mx-auto h-auto w-52 max-w-full rounded-lg border border-line"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={t('QR code for the authenticator app')}
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={d} stroke="#000" fill="none" />
      </svg>
      <div className="grid gap-1 text-sm">
        <p className="text-muted">{t('On this phone? Copy this key into the app:')}</p>
        <p className="flex flex-wrap items-center gap-2">
          <code className="font-mono wrap-anywhere">{made.secret}</code>
          <CopyButton text={made.secret.replaceAll(' ', '')} what={t('key')} word />
        </p>
      </div>
      <OtpField {...form.field('code')} label={t('Code of the app')} length={6} />
    </FormModal>
  );
}

function RemoveApp({ calls, onClose }: DialogProps) {
  return (
    <ConfirmModal
      title={t('Remove the authenticator app?')}
      verb={t('Remove')}
      look="danger"
      send={() => call(calls.deleteApp, {})}
      refreshes={[calls.getFactors]}
      onClose={onClose}
    >
      <p className="text-sm text-muted">
        {t('Sign-ins do not ask for its code any more. Without a passkey your recovery codes stop working too.')}
      </p>
    </ConfirmModal>
  );
}

function MakeCodes(props: DialogProps) {
  const { made, refusal } = useMade(() => call(props.calls.addRecoveryCodes, {}));
  if (!made) return <Waiting title={t('Recovery codes')} refusal={refusal} onClose={props.onClose} />;
  return <ConfirmCodes {...props} codes={made.codes} />;
}

function ConfirmCodes({ calls, onClose, codes }: DialogProps & { codes: readonly string[] }) {
  const form = useForm({ code: '' });
  const { code } = form.values;
  const submission = useSubmit({
    form,
    check: () =>
      readFactorCode(code)?.kind === 'recovery' ? null : { code: t('Please type one of the ten codes above.') },
    send: () => call(calls.confirmRecoveryCodes, { code }),
    refreshes: [calls.getFactors],
    onDone: onClose,
  });
  return (
    <FormModal
      submission={submission}
      title={t('Recovery codes')}
      verb={t('Confirm')}
      busyText={t('Checking...')}
      className="grid gap-4"
      onClose={onClose}
    >
      <p className="text-sm text-muted">
        {t(
          'Print these codes or store them in your password manager. They are shown this once. Each works once in place of your second factor.',
        )}
      </p>
      <ol className="grid gap-1 rounded-lg bg-sunken p-4 font-mono text-sm" aria-label={t('Codes')}>
        {codes.map((one) => (
          <li key={one} className="wrap-anywhere">
            {one}
          </li>
        ))}
      </ol>
      <p>
        <CopyButton text={codes.join('\n')} what={t('all codes')} word />
      </p>
      <TextField
        {...form.field('code')}
        label={t('Type one of them')}
        hint={t('They work after that. It stays unused.')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
    </FormModal>
  );
}
