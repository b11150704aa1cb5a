import { useEffect, useState } from 'react';
import { getAdminFactors, getSuperAdminFactors } from '@/lib/auth/factors/calls.ts';
import { kindsOf } from '@/lib/auth/factors/rules.ts';
import {
  reauthenticateAdmin,
  reauthenticateSuperAdmin,
  requestConfirmationCode,
} from '@/lib/auth/reauthentication/calls.ts';
import { OTP_POLICY } from '@/lib/auth/rules.ts';
import type { FactorKind } from '@/lib/core/factor-codes.ts';
import { SPEC_TEXTS } from '@/lib/core/spec-texts.ts';
import { call } from '../api.ts';
import type { SentCode } from '../auth/codes.ts';
import { ResendCode } from '../auth/ResendCode.tsx';
import { hasPasskeys } from '../auth/webauthn.ts';
import { CallError } from '../failure.ts';
import { Button } from '../ui/Button.tsx';
import { FormModal } from '../ui/FormModal.tsx';
import { Modal } from '../ui/Modal.tsx';
import { OtpField } from '../ui/OtpField.tsx';
import { Refusal } from '../ui/Refusal.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useForm } from '../ui/useForm.ts';
import { type Answer, type Submission, useSubmit } from '../ui/useSubmit.ts';
import { ByFactor, ByPasskey, type ConfirmIdentityProps, REASON, TITLE } from './ConfirmByFactor.tsx';
import type { ConfirmedAccess } from './confirmation.ts';

const MAILED_BEFORE = 'An OTP was mailed to you a moment ago. Please use that one.';

type Method = FactorKind | 'first';

/** Asks who is at the device before a sensitive action, over the dialog that asked for the action. */
export function ConfirmIdentity({ access, email, onSettled }: ConfirmIdentityProps) {
  const { methods, refusal } = useMethods(access);
  const [chosen, setChosen] = useState<Method | null>(null);
  if (refusal !== null) return <Unknown refusal={refusal} onSettled={onSettled} />;
  const method = chosen ?? methods?.[0];
  if (!methods || method === undefined) return null;
  const others = methods.filter((other) => other !== method);
  const rest = { access, email, onSettled, others: <Others methods={others} onChoose={setChosen} /> };
  if (method === 'passkey') return <ByPasskey {...rest} />;
  if (method !== 'first') return <ByFactor key={method} kind={method} {...rest} />;
  return access === 'super' ? <ByCode {...rest} /> : <ByPassword {...rest} />;
}

/** The ways to confirm, the fastest first: those of the second factors, or the first step for an account without one. */
function useMethods(access: ConfirmedAccess): { methods: readonly Method[] | null; refusal: string | null } {
  const [methods, setMethods] = useState<readonly Method[] | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    call(access === 'super' ? getSuperAdminFactors : getAdminFactors, {}).then(
      ({ data: { passkeys, appSince, recoveryCodes } }) => {
        const kinds = kindsOf({ passkeys, hasTotp: appSince !== null, recoveryCodes });
        const usable = kinds.filter((kind) => kind !== 'passkey' || hasPasskeys());
        setMethods(kinds.length === 0 ? ['first'] : usable.length === 0 ? kinds : usable);
      },
      (cause: unknown) => setRefusal(cause instanceof CallError ? cause.message : 'Please try again.'),
    );
  }, [access]);
  return { methods, refusal };
}

/** It is not known how this account confirms, as without a connection. */
function Unknown({ refusal, onSettled }: Pick<ConfirmIdentityProps, 'onSettled'> & { refusal: string }) {
  const close = (): void => onSettled(false);
  return (
    <Modal
      open
      size="sm"
      title={TITLE}
      onClose={close}
      footer={
        <Button look="secondary" onClick={close}>
          Cancel
        </Button>
      }
    >
      <Refusal text={refusal} />
    </Modal>
  );
}

const LABELS: Readonly<Record<FactorKind, string>> = {
  passkey: 'Use a passkey',
  totp: 'Use the authenticator app',
  recovery: 'Use a recovery code',
};

function Others({ methods, onChoose }: { methods: readonly Method[]; onChoose: (method: Method) => void }) {
  return methods.map(
    (method) =>
      method !== 'first' && (
        <Button key={method} look="quiet" size="sm" onClick={() => onChoose(method)}>
          {LABELS[method]}
        </Button>
      ),
  );
}

type FirstStepProps = Pick<ConfirmIdentityProps, 'email' | 'onSettled'>;

function ByPassword({ email, onSettled }: FirstStepProps) {
  const form = useForm({ password: '' });
  const { password } = form.values;
  const submission = useSubmit({
    form,
    check: () => (password === '' ? { password: SPEC_TEXTS.currentPasswordMissing } : null),
    send: async () => ({ ...(await call(reauthenticateAdmin, { password })), message: '' }),
    // Too many wrong passwords are about the password.
    fieldOf: ({ field, status }) => field ?? (status === 429 ? 'password' : undefined),
    onDone: () => onSettled(true),
  });
  return (
    <FormModal
      submission={submission}
      title={TITLE}
      verb="Confirm"
      busyText="Checking..."
      size="sm"
      className="grid gap-5"
      onClose={() => onSettled(false)}
    >
      <p className="text-sm text-muted">
        {REASON} Enter the password of <strong className="wrap-anywhere text-ink">{email}</strong> to continue.
      </p>
      {/* Tells a password manager whose password it is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        {...form.field('password')}
        label="Your current password"
        type="password"
        autoComplete="current-password"
        required
      />
    </FormModal>
  );
}

const { digits, resendSeconds } = OTP_POLICY['super-confirm'];

/** The last code of this page, which is still valid when the dialog opens again soon. */
let lastCode: SentCode | null = null;

/** @returns when the valid code was mailed, by this browser's clock in ms since the epoch */
async function requestCode(): Promise<Answer<number>> {
  try {
    const { message } = await call(requestConfirmationCode, {});
    return { message, data: Date.now() };
  } catch (cause) {
    // Too soon: a code was mailed before, as in another tab.
    const waitSeconds = cause instanceof CallError ? cause.retryAfterSeconds : null;
    if (waitSeconds === null || waitSeconds > resendSeconds) throw cause;
    return { message: MAILED_BEFORE, data: Date.now() - (resendSeconds - waitSeconds) * 1000 };
  }
}

/** Mails a code when the dialog opens, unless the last one is still valid, and on request. */
function useMailedCode(email: string): { sent: SentCode | null; request: Submission } {
  const [sent, setSent] = useState(lastCode);

  const request = useSubmit({
    send: requestCode,
    onDone: (atMs) => {
      lastCode = { to: email, atMs };
      setSent(lastCode);
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    if (!sent || Date.now() - sent.atMs > resendSeconds * 1000) void request.submit();
  }, []);

  return { sent, request };
}

function ByCode({ email, onSettled }: FirstStepProps) {
  const form = useForm({ code: '' });
  const { code } = form.values;
  const { sent, request } = useMailedCode(email);
  const submission = useSubmit({
    form,
    check: () => (code.length < digits ? { code: `Please enter the ${digits} digits of the OTP.` } : null),
    send: async () => ({ ...(await call(reauthenticateSuperAdmin, { code })), message: '' }),
    fieldOf: ({ field, status }) => field ?? (status === 429 ? 'code' : undefined),
    onDone: () => {
      lastCode = null;
      onSettled(true);
    },
  });
  return (
    <FormModal
      submission={submission}
      title={TITLE}
      verb="Confirm"
      busyText="Checking..."
      size="sm"
      className="grid gap-5"
      onClose={() => onSettled(false)}
    >
      <p className="text-sm text-muted">
        {REASON} We mail an OTP of {digits} digits to <strong className="wrap-anywhere text-ink">{email}</strong>.
      </p>
      <OtpField {...form.field('code')} label="OTP" length={digits} />
      {sent && (
        <ResendCode sent={sent} seconds={resendSeconds} busy={request.busy} onResend={() => void request.submit()} />
      )}
    </FormModal>
  );
}
