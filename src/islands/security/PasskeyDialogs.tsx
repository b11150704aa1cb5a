import { call } from '@/islands/api.ts';
import { createPasskey } from '@/islands/auth/webauthn.ts';
import { ConfirmModal } from '@/islands/ui/ConfirmModal.tsx';
import { FormModal } from '@/islands/ui/FormModal.tsx';
import { rich } from '@/islands/ui/rich.ts';
import { TextField } from '@/islands/ui/TextField.tsx';
import { useForm } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import type { PasskeyRecord } from '@/lib/auth/passkeys/contract.ts';
import { deviceOf } from '@/lib/auth/sessions/device.rules.ts';
import { t } from '@/lib/core/texts.ts';
import type { OwnCalls } from './calls.ts';

const NAME_MAX = 60;

const nameProblem = (name: string) => (name.trim() === '' ? { name: t('Please enter a name for the passkey.') } : null);

export type PasskeyQuestion =
  | { readonly kind: 'add' }
  | { readonly kind: 'rename' | 'remove'; readonly passkey: PasskeyRecord };

/** The dialogs about passkeys; they load apart from the page. */
export function PasskeyDialogs({
  question,
  calls,
  onClose,
}: {
  question: PasskeyQuestion;
  calls: OwnCalls;
  onClose: () => void;
}) {
  if (question.kind === 'add') return <AddPasskey calls={calls} onClose={onClose} />;
  const rest = { calls, passkey: question.passkey, onClose };
  return question.kind === 'rename' ? <RenamePasskey {...rest} /> : <RemovePasskey {...rest} />;
}

/** Asks for a name, then the browser makes the passkey. */
function AddPasskey({ calls, onClose }: { calls: OwnCalls; onClose: () => void }) {
  const form = useForm({ name: deviceOf(navigator.userAgent) });
  const { name } = form.values;
  const submission = useSubmit({
    form,
    check: () => nameProblem(name),
    send: async () => {
      const { data: options } = await call(calls.requestPasskey, {});
      return call(calls.addPasskey, { name, credential: await createPasskey(options) });
    },
    refreshes: [calls.listPasskeys, calls.getFactors],
    onDone: onClose,
  });
  return (
    <FormModal
      submission={submission}
      title={t('Add a passkey')}
      verb={t('Continue')}
      busyText={t('Waiting...')}
      size="sm"
      className="grid gap-5"
      onClose={onClose}
    >
      <p className="text-sm text-muted">
        {t(
          'Your browser asks where to save the passkey: on this device, your phone or a security key. It unlocks with your fingerprint, face or PIN.',
        )}
      </p>
      <TextField
        {...form.field('name')}
        label={t('Name')}
        hint={t('To tell your passkeys apart.')}
        maxLength={NAME_MAX}
        autoComplete="off"
        required
      />
    </FormModal>
  );
}

interface PasskeyDialogProps {
  calls: OwnCalls;
  passkey: PasskeyRecord;
  onClose: () => void;
}

function RenamePasskey({ calls, passkey: { id, name: current }, onClose }: PasskeyDialogProps) {
  const form = useForm({ name: current });
  const { name } = form.values;
  const submission = useSubmit({
    form,
    check: () => nameProblem(name),
    send: () => call(calls.updatePasskey, { id, name }),
    refreshes: [calls.listPasskeys, calls.getFactors],
    onDone: onClose,
  });
  return (
    <FormModal
      submission={submission}
      title={t('Rename the passkey')}
      verb={t('Save')}
      busyText={t('Saving...')}
      size="sm"
      className="grid gap-5"
      onClose={onClose}
    >
      <TextField {...form.field('name')} label={t('Name')} maxLength={NAME_MAX} autoComplete="off" required />
    </FormModal>
  );
}

function RemovePasskey({ calls, passkey: { id, name }, onClose }: PasskeyDialogProps) {
  return (
    <ConfirmModal
      title={t('Remove this passkey?')}
      verb={t('Remove')}
      look="danger"
      send={() => call(calls.deletePasskey, { id })}
      refreshes={[calls.listPasskeys, calls.getFactors]}
      onClose={onClose}
    >
      <p className="text-sm text-muted">
        {rich('{name} does not log you in any more. Your device may still list it: remove it there too.', {
          name: <strong className="wrap-anywhere text-ink">{name}</strong>,
        })}
      </p>
    </ConfirmModal>
  );
}
