import { useEffect, useState } from 'react';
import { OTP_POLICY } from '@/lib/auth/rules.ts';
import { formatClock } from '@/lib/core/durations.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { toast } from '../toasts.ts';
import { Button } from '../ui/Button.tsx';
import { Countdown } from '../ui/Countdown.tsx';
import { OtpField } from '../ui/OtpField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { type Form, useForm, useHydrated, useStepFocus } from '../ui/useForm.ts';
import { type Submission, useSubmit } from '../ui/useSubmit.ts';
import { useLazyComponent } from '../useLazyComponent.ts';
import { type SentCodes, useSentCode } from './codes.ts';
import { forgetSignIn, rememberSignIn } from './flags.ts';
import { PasskeyLogin } from './PasskeyLogin.tsx';
import { type SecondStepAnswer, withoutSecondStep } from './second-step.ts';
import { useChecks } from './useChecks.ts';
import type { PasskeyAddress } from './webauthn.ts';

const { digits, resendSeconds } = OTP_POLICY.super;

type SuperForm = Form<{ email: string; otp: string }>;

function useCodeRequest(form: SuperForm, companyId: string, onDone: () => void, onFailure: () => void): Submission {
  const { email } = form.values;
  const checks = useChecks();
  return useSubmit({
    form,
    check: async () => {
      const { contracts, problemsOf } = await checks();
      return problemsOf(contracts.requestSuperAdminCode, { companyId, email });
    },
    toastOf: () => [],
    send: async () => {
      const { call, contracts } = await checks();
      return call(contracts.requestSuperAdminCode, { companyId, email });
    },
    onDone,
    onFailure,
  });
}

function useCodeLogin(
  form: SuperForm,
  companyId: string,
  { onSecondStep, onFailure }: { onSecondStep: (step: SecondStepAnswer) => Promise<void>; onFailure: () => void },
): Submission {
  const { email, otp } = form.values;
  const checks = useChecks();
  return useSubmit({
    form,
    check: async () => {
      const { contracts, problemsOf } = await checks();
      return problemsOf(contracts.loginSuperAdmin, { companyId, email, otp });
    },
    toastOf: () => [],
    send: async () => {
      const { call, contracts } = await checks();
      return withoutSecondStep(await call(contracts.loginSuperAdmin, { companyId, email, otp }));
    },
    onDone: (answer) => ('token' in answer ? enter() : onSecondStep(answer)),
    onFailure,
    leaves: (answer) => 'token' in answer,
  });
}

function enter(): void {
  rememberSignIn(true);
  location.replace(PATHS.superadminDashboard);
}

/**
 * Sign-in of super admins: a code by mail or a passkey, and no password. Any failure of a code, and the end of the countdown,
 * lead back to the email.
 */
export function SuperLogin({ companyId, address }: { companyId: string; address: PasskeyAddress }) {
  const form = useForm({ email: '', otp: '' });
  const { email } = form.values;
  const codes = useSentCode();
  const [step, setStep] = useState<0 | 1>(0);
  const [secondStep, setSecondStep] = useState<SecondStepAnswer | null>(null);
  const second = useLazyComponent('The form', async () => (await import('./SecondStep.tsx')).SecondStep);
  const hydrated = useHydrated();
  useStepFocus(secondStep === null ? String(step) : 'second', form.ref);
  useEffect(() => forgetSignIn(), []);

  function toCode(): void {
    setStep(1);
  }

  function toEmail(): void {
    form.fill({ otp: '' });
    setStep(0);
  }

  function noteCode(): void {
    codes.note(email);
    toCode();
  }

  /** The code expires with the countdown. */
  function expire(): void {
    codes.forget();
    toEmail();
    toast.info('The OTP has expired. Please request a new one.');
  }

  const request = useCodeRequest(form, companyId, noteCode, toEmail);
  const logIn = useCodeLogin(form, companyId, {
    onSecondStep: async (answer) => {
      codes.forget();
      toEmail();
      if (await second.load()) setSecondStep(answer);
    },
    onFailure: toEmail,
  });
  const { busy, submit } = step === 0 ? request : logIn;
  const shared = { form, codes, busy, hydrated };
  const { Component: SecondStep } = second;

  if (secondStep && SecondStep)
    return <SecondStep companyId={companyId} step={secondStep} onDone={enter} onOver={() => setSecondStep(null)} />;

  return (
    <form ref={form.ref} className="auth-fields" method="post" noValidate onSubmit={submit}>
      {step === 0 ? <EmailStep {...shared} onHasCode={toCode} /> : <CodeStep {...shared} onExpired={expire} />}
      {step === 0 && <PasskeyLogin kind="super" companyId={companyId} address={address} />}
    </form>
  );
}

interface StepProps {
  form: SuperForm;
  codes: SentCodes;
  busy: boolean;
  hydrated: boolean;
}

function EmailStep({ form, codes, busy, hydrated, onHasCode }: StepProps & { onHasCode: () => void }) {
  return (
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
      {codes.isFor(form.values.email) && (
        <Button look="quiet" full onClick={onHasCode}>
          I already have an OTP
        </Button>
      )}
    </>
  );
}

function CodeStep({ form, codes, busy, hydrated, onExpired }: StepProps & { onExpired: () => void }) {
  return (
    <>
      <p className="auth-lead">
        If <strong>{form.values.email.trim()}</strong> is a super admin, an OTP of {digits} digits is on its way.
      </p>
      <OtpField {...form.field('otp')} label="OTP" length={digits} />
      {codes.sent && (
        <p className="flex flex-wrap gap-x-1.5 text-sm/6 text-muted">
          Resend OTP in{' '}
          <Countdown seconds={resendSeconds} startedAtMs={codes.sent.atMs} format={formatClock} onEnd={onExpired} />
        </p>
      )}
      <Button type="submit" full disabled={!hydrated} busy={busy} busyText="Logging in...">
        Login
      </Button>
    </>
  );
}
