import type { ReactNode } from 'react';
import { readFactorCode } from '@/lib/core/factor-codes.ts';
import { t } from '@/lib/core/texts.ts';
import { call } from '../api.ts';
import { readPasskey } from '../auth/webauthn.ts';
import { FormModal } from '../ui/FormModal.tsx';
import { OtpField } from '../ui/OtpField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useForm } from '../ui/useForm.ts';
import { useSubmit } from '../ui/useSubmit.ts';
import { CONFIRMATIONS } from './calls.ts';
import type { ConfirmedAccess } from './confirmation.ts';

export const titleOf = (): string => t('Confirm that it is you');
export const reasonOf = (): string => t('This action needs a sign-in of the last 10 minutes.');

export interface ConfirmIdentityProps {
  access: ConfirmedAccess;
  /** The email of the signed-in account. */
  email: string;
  onSettled: (isConfirmed: boolean) => void;
}

interface MethodProps extends Pick<ConfirmIdentityProps, 'access' | 'onSettled'> {
  /** The other ways. */
  others: ReactNode;
}

export function ByPasskey({ access, onSettled, others }: MethodProps) {
  const calls = CONFIRMATIONS[access];
  const submission = useSubmit({
    send: async () => {
      const { data: options } = await call(calls.requestPasskey, {});
      const credential = await readPasskey(options);
      const { data } = await call(calls.byPasskey, { credential });
      return { data, message: '' };
    },
    onDone: () => onSettled(true),
  });
  return (
    <FormModal
      submission={submission}
      title={titleOf()}
      verb={t('Use passkey')}
      busyText={t('Waiting...')}
      size="sm"
      className="grid gap-5"
      onClose={() => onSettled(false)}
    >
      <p className="text-sm text-muted">
        {reasonOf()} {t('Confirm with your passkey to continue.')}
      </p>
      {others}
    </FormModal>
  );
}

const FACTOR_PROBLEMS = {
  totp: 'Please enter the 6 digits of your authenticator app.',
  recovery: 'Please enter one of your recovery codes.',
} as const;

export function ByFactor({ access, kind, onSettled, others }: MethodProps & { kind: 'totp' | 'recovery' }) {
  const form = useForm({ factor: '' });
  const { factor } = form.values;
  const submission = useSubmit({
    form,
    check: () => (readFactorCode(factor)?.kind === kind ? null : { factor: t(FACTOR_PROBLEMS[kind]) }),
    send: async () => {
      const answer = await call(CONFIRMATIONS[access].byFactor, { factor });
      return { ...answer, message: '' };
    },
    fieldOf: ({ field, status }) => field ?? (status === 429 ? 'factor' : undefined),
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
        {kind === 'totp'
          ? t('Enter the code of your authenticator app to continue.')
          : t('Enter one of your recovery codes to continue.')}
      </p>
      {kind === 'totp' ? (
        <OtpField {...form.field('factor')} label={t('Code of the app')} length={6} />
      ) : (
        <TextField
          {...form.field('factor')}
          label={t('Recovery code')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
      )}
      {others}
    </FormModal>
  );
}
