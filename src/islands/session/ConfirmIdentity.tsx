import { useEffect, useState } from 'react';
import { kindsOf } from '@/lib/auth/factors/rules.ts';
import { reauthenticateAdmin, reauthenticateMember } from '@/lib/auth/reauthentication/calls.ts';
import type { FactorKind } from '@/lib/core/factor-codes.ts';
import { SPEC_TEXTS } from '@/lib/core/spec-texts.ts';
import { t } from '@/lib/core/texts.ts';
import { call } from '../api.ts';
import { FACTOR_LABELS } from '../auth/second-step.ts';
import { hasPasskeys } from '../auth/webauthn.ts';
import { CallError } from '../failure.ts';
import { Button } from '../ui/Button.tsx';
import { FormModal } from '../ui/FormModal.tsx';
import { Modal } from '../ui/Modal.tsx';
import { Refusal } from '../ui/Refusal.tsx';
import { rich } from '../ui/rich.ts';
import { TextField } from '../ui/TextField.tsx';
import { useForm } from '../ui/useForm.ts';
import { useSubmit } from '../ui/useSubmit.ts';
import { ByFactor, ByPasskey, type ConfirmIdentityProps, reasonOf, titleOf } from './ConfirmByFactor.tsx';
import type { ConfirmByMail } from './ConfirmByMail.tsx';
import { CONFIRMATIONS } from './calls.ts';
import type { ConfirmedAccess } from './confirmation.ts';

type Method = FactorKind | 'first';

/** Asks who is at the device before a sensitive action, over the dialog that asked for the action. */
export function ConfirmIdentity({ access, email, onSettled }: ConfirmIdentityProps) {
  const { methods, refusal, ByMail } = useMethods(access);
  const [chosen, setChosen] = useState<Method | null>(null);
  if (refusal !== null) return <Unknown refusal={refusal} onSettled={onSettled} />;
  const method = chosen ?? methods?.[0];
  if (!methods || method === undefined) return null;
  const others = methods.filter((other) => other !== method);
  const rest = { access, email, onSettled, others: <Others methods={others} onChoose={setChosen} /> };
  if (method === 'passkey') return <ByPasskey {...rest} />;
  if (method !== 'first') return <ByFactor key={method} kind={method} {...rest} />;
  return ByMail ? <ByMail {...rest} /> : <ByPassword {...rest} />;
}

/** The ways to confirm, the fastest first: those of the second factors, or the first step for an account without one. */
function useMethods(access: ConfirmedAccess): {
  methods: readonly Method[] | null;
  refusal: string | null;
  /** The first step of super admins, who alone load it. */
  ByMail: typeof ConfirmByMail | null;
} {
  const [methods, setMethods] = useState<readonly Method[] | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [ByMail, setByMail] = useState<typeof ConfirmByMail | null>(null);
  useEffect(() => {
    Promise.all([
      call(CONFIRMATIONS[access].getFactors, {}),
      access === 'super' ? import('./ConfirmByMail.tsx') : null,
    ]).then(
      ([{ data }, module]) => {
        const { passkeys, appSince, recoveryCodes } = data;
        if (module) setByMail(() => module.ConfirmByMail);
        const kinds = kindsOf({ passkeys, hasTotp: appSince !== null, recoveryCodes });
        const usable = kinds.filter((kind) => kind !== 'passkey' || hasPasskeys());
        setMethods(kinds.length === 0 ? ['first'] : usable.length === 0 ? kinds : usable);
      },
      (cause: unknown) => setRefusal(cause instanceof CallError ? cause.message : t('Please try again.')),
    );
  }, [access]);
  return { methods, refusal, ByMail };
}

/** It is not known how this account confirms, as without a connection. */
function Unknown({ refusal, onSettled }: Pick<ConfirmIdentityProps, 'onSettled'> & { refusal: string }) {
  const close = (): void => onSettled(false);
  return (
    <Modal
      open
      size="sm"
      title={titleOf()}
      onClose={close}
      footer={
        <Button look="secondary" onClick={close}>
          {t('Cancel')}
        </Button>
      }
    >
      <Refusal text={refusal} />
    </Modal>
  );
}

function Others({ methods, onChoose }: { methods: readonly Method[]; onChoose: (method: Method) => void }) {
  return methods.map(
    (method) =>
      method !== 'first' && (
        <Button key={method} look="quiet" size="sm" onClick={() => onChoose(method)}>
          {t(FACTOR_LABELS[method])}
        </Button>
      ),
  );
}

function ByPassword({ access, email, onSettled }: ConfirmIdentityProps) {
  const form = useForm({ password: '' });
  const { password } = form.values;
  const submission = useSubmit({
    form,
    check: () => (password === '' ? { password: t(SPEC_TEXTS.currentPasswordMissing) } : null),
    send: async () => ({
      ...(await call(access === 'admin' ? reauthenticateAdmin : reauthenticateMember, { password })),
      message: '',
    }),
    // Too many wrong passwords are about the password.
    fieldOf: ({ field, status }) => field ?? (status === 429 ? 'password' : undefined),
    onDone: () => onSettled(true),
  });
  return (
    <FormModal
      submission={submission}
      title={titleOf()}
      verb={t('Confirm')}
      busyText={t('Checking...')}
      size="sm"
      className="grid gap-5"
      onClose={() => onSettled(false)}
    >
      <p className="text-sm text-muted">
        {reasonOf()}{' '}
        {rich('Enter the password of {email} to continue.', {
          email: <strong className="wrap-anywhere text-ink">{email}</strong>,
        })}
      </p>
      {/* Tells a password manager whose password it is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        {...form.field('password')}
        label={t('Your current password')}
        type="password"
        autoComplete="current-password"
        required
      />
    </FormModal>
  );
}
