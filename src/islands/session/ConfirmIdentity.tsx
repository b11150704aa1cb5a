import { useEffect, useState } from 'react';
import { listPasskeys, reauthenticateByPasskey, requestPasskeyConfirmation } from '@/lib/auth/passkeys/calls.ts';
import {
  reauthenticateAdmin,
  reauthenticateSuperAdmin,
  requestConfirmationCode,
} from '@/lib/auth/reauthentication/calls.ts';
import { OTP_POLICY } from '@/lib/auth/rules.ts';
import { SPEC_TEXTS } from '@/lib/core/spec-texts.ts';
import { call } from '../api.ts';
import type { SentCode } from '../auth/codes.ts';
import { ResendCode } from '../auth/ResendCode.tsx';
import { hasPasskeys, readPasskey } from '../auth/webauthn.ts';
import { CallError } from '../failure.ts';
import { Button } from '../ui/Button.tsx';
import { FormModal } from '../ui/FormModal.tsx';
import { OtpField } from '../ui/OtpField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useForm } from '../ui/useForm.ts';
import { type Answer, type Submission, useSubmit } from '../ui/useSubmit.ts';
import type { ConfirmedAccess } from './confirmation.ts';

const TITLE = 'Confirm that it is you';
const MAILED_BEFORE = 'An OTP was mailed to you a moment ago. Please use that one.';
const REASON = 'This action needs a sign-in of the last 10 minutes.';

export interface ConfirmIdentityProps {
  access: ConfirmedAccess;
  /** The email of the signed-in account. */
  email: string;
  onSettled: (isConfirmed: boolean) => void;
}

/** Asks who is at the device before a sensitive action, over the dialog that asked for the action. */
export function ConfirmIdentity({ access, ...rest }: ConfirmIdentityProps) {
  return access === 'super' ? <ByPasskeyOrCode {...rest} /> : <ByPassword {...rest} />;
}

type MethodProps = Omit<ConfirmIdentityProps, 'access'>;

function ByPassword({ email, onSettled }: MethodProps) {
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

/** Offers the passkey first to a super admin who has one for this site: then no code is mailed. */
function ByPasskeyOrCode(props: MethodProps) {
  const [method, setMethod] = useState<'passkey' | 'code' | null>(null);
  useEffect(() => {
    call(listPasskeys, {}).then(
      ({ data }) => setMethod(hasPasskeys() && data.records.some(({ isUsable }) => isUsable) ? 'passkey' : 'code'),
      () => setMethod('code'),
    );
  }, []);
  if (method === 'passkey') return <ByPasskey {...props} onCode={() => setMethod('code')} />;
  return method && <ByCode {...props} />;
}

function ByPasskey({ onSettled, onCode }: MethodProps & { onCode: () => void }) {
  const submission = useSubmit({
    send: async () => {
      const { data: options } = await call(requestPasskeyConfirmation, {});
      const { data } = await call(reauthenticateByPasskey, { credential: await readPasskey(options) });
      return { data, message: '' };
    },
    onDone: () => onSettled(true),
  });
  return (
    <FormModal
      submission={submission}
      title={TITLE}
      verb="Use passkey"
      busyText="Waiting..."
      size="sm"
      className="grid gap-5"
      onClose={() => onSettled(false)}
    >
      <p className="text-sm text-muted">{REASON} Confirm with your passkey to continue.</p>
      <Button look="quiet" size="sm" disabled={submission.busy} onClick={onCode}>
        Use an OTP by mail
      </Button>
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

function ByCode({ email, onSettled }: MethodProps) {
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
