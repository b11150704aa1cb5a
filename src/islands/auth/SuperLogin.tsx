import { type SubmitEvent, useEffect, useState } from 'react';
import { OTP_POLICY } from '@/lib/auth/rules.ts';
import { formatClock } from '@/lib/core/format.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { showFailure } from '../failure.ts';
import { toast } from '../toasts.ts';
import { Button } from '../ui/Button.tsx';
import { Countdown } from '../ui/Countdown.tsx';
import { OtpField } from '../ui/OtpField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useSentCode } from './codes.ts';
import { forgetSignIn, rememberSignIn } from './flags.ts';
import { useForm, useHydrated, useStepFocus } from './form.ts';
import { useCalls } from './useCalls.ts';
import './auth.css';

const { digits, resendSeconds } = OTP_POLICY.super;

/** Sign-in of super admins: a code by mail and no password. Any failure, and the end of the countdown, lead back to the email. */
export function SuperLogin({ companyId }: { companyId: string }) {
  const form = useForm({ email: '', otp: '' });
  const { email, otp } = form.values;
  const codes = useSentCode();
  const [step, setStep] = useState<0 | 1>(0);
  const [busy, setBusy] = useState(false);
  const calls = useCalls();
  const hydrated = useHydrated();
  useStepFocus(String(step), form.ref);
  useEffect(() => forgetSignIn(), []);

  function toEmail(): void {
    form.fill({ otp: '' });
    setStep(0);
  }

  async function requestCode(): Promise<void> {
    setBusy(true);
    try {
      const { call, problemsOf, requestSuperAdminCode } = await calls();
      const problems = problemsOf(requestSuperAdminCode, { companyId, email });
      if (problems) return form.refuse(problems);
      const { message } = await call(requestSuperAdminCode, { companyId, email });
      toast.success(message);
      codes.note(email);
      setStep(1);
    } catch (cause) {
      toEmail();
      showFailure(cause);
    } finally {
      setBusy(false);
    }
  }

  async function logIn(): Promise<void> {
    setBusy(true);
    try {
      const { call, loginSuperAdmin, problemsOf } = await calls();
      const problems = problemsOf(loginSuperAdmin, { companyId, email, otp });
      if (problems) {
        setBusy(false);
        return form.refuse(problems);
      }
      const { message } = await call(loginSuperAdmin, { companyId, email, otp });
      rememberSignIn(true);
      toast.success(message);
      location.replace(PATHS.superadminDashboard);
    } catch (cause) {
      setBusy(false);
      toEmail();
      showFailure(cause);
    }
  }

  function send(event: SubmitEvent): void {
    event.preventDefault();
    if (!busy) void (step === 0 ? requestCode() : logIn());
  }

  /** With the countdown the code has run out too. */
  function end(): void {
    codes.forget();
    toEmail();
    toast.info('The OTP has run out. Please request a new one.');
  }

  return (
    <form ref={form.ref} className="auth-fields" method="post" noValidate onSubmit={send}>
      {step === 0 ? (
        <>
          <TextField
            {...form.field('email')}
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="you@example.com"
            required
          />
          <Button type="submit" full disabled={!hydrated} busy={busy} busyText="Sending OTP...">
            Get OTP
          </Button>
          {codes.isFor(email) && (
            <Button look="quiet" full onClick={() => setStep(1)}>
              I already have an OTP
            </Button>
          )}
        </>
      ) : (
        <>
          <p className="auth-lead">
            If <strong>{email.trim()}</strong> is a super admin, an OTP of {digits} digits is on its way.
          </p>
          <OtpField {...form.field('otp')} label="OTP" length={digits} />
          {codes.sent && (
            <p className="auth-resend">
              Resend OTP in{' '}
              <Countdown seconds={resendSeconds} startedAtMs={codes.sent.atMs} format={formatClock} onEnd={end} />
            </p>
          )}
          <Button type="submit" full disabled={!hydrated} busy={busy} busyText="Logging in...">
            Login
          </Button>
        </>
      )}
    </form>
  );
}
