import { useEffect, useState } from 'react';
import { reauthenticateSuperAdmin, requestConfirmationCode } from '@/lib/auth/reauthentication/calls.ts';
import { OTP_POLICY } from '@/lib/auth/rules.ts';
import { call } from '../api.ts';
import type { SentCode } from '../auth/codes.ts';
import { ResendCode } from '../auth/ResendCode.tsx';
import { CallError } from '../failure.ts';
import { FormModal } from '../ui/FormModal.tsx';
import { OtpField } from '../ui/OtpField.tsx';
import { useForm } from '../ui/useForm.ts';
import { type Answer, type Submission, useSubmit } from '../ui/useSubmit.ts';
import { type ConfirmIdentityProps, reasonOf, titleOf } from './ConfirmByFactor.tsx';

const MAILED_BEFORE = 'An OTP was mailed to you a moment ago. Please use that one.';

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

/** Confirms a super admin without a second factor by a mailed code. */
export function ConfirmByMail({ email, onSettled }: Pick<ConfirmIdentityProps, 'email' | 'onSettled'>) {
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
      title={titleOf()}
      verb="Confirm"
      busyText="Checking..."
      size="sm"
      className="grid gap-5"
      onClose={() => onSettled(false)}
    >
      <p className="text-sm text-muted">
        {reasonOf()} We mail an OTP of {digits} digits to <strong className="wrap-anywhere text-ink">{email}</strong>.
      </p>
      <OtpField {...form.field('code')} label="OTP" length={digits} />
      {sent && (
        <ResendCode sent={sent} seconds={resendSeconds} busy={request.busy} onResend={() => void request.submit()} />
      )}
    </FormModal>
  );
}
