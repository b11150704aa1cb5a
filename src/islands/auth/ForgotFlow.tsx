import { type KeyboardEvent, type SubmitEvent, useEffect, useState } from 'react';
import { OTP_POLICY } from '@/lib/auth/rules.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { WORDS } from '@/lib/core/words.ts';
import { CallError, showFailure } from '../failure.ts';
import { toast } from '../toasts.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { OtpField } from '../ui/OtpField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { problemsIn, useSentCode } from './codes.ts';
import { dropDraft, keepDraft, readDraft } from './draft.ts';
import { type Problems, useForm, useHydrated, useStepFocus } from './form.ts';
import { NewPasswords } from './NewPasswords.tsx';
import { Steps } from './Steps.tsx';
import { useCalls } from './useCalls.ts';
import './auth.css';

const DRAFT = 'forgot';
const BLANK = { email: '', otp: '', newPassword: '', confirmNewPassword: '' };
type Values = typeof BLANK;
const STEPS = ['Reset Password', 'Verify Code & Set New Password'];
const { digits, ttlSeconds } = OTP_POLICY.reset;
const REFUSALS = [
  [/OTP/, 'otp'],
  [/password/i, 'newPassword'],
  [/email/i, 'email'],
] as const;

/** A new password by a code that is mailed. */
export function ForgotFlow({ companyId }: { companyId: string }) {
  const form = useForm(BLANK);
  const { values } = form;
  const codes = useSentCode();
  const [step, setStep] = useState<0 | 1>(0);
  const [busy, setBusy] = useState(false);
  // Too soon for another code: the last one has been asked for elsewhere, as in another tab.
  const [asked, setAsked] = useState(false);
  const calls = useCalls();
  const hydrated = useHydrated();
  useStepFocus(String(step), form.ref);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const draft = readDraft(DRAFT);
    if (!draft) return;
    form.fillBlanks(draft);
    if (codes.resume(draft.sentTo, draft.sentAtMs, ttlSeconds) && draft.step === '1') setStep(1);
  }, []);

  useEffect(() => {
    if (!hydrated) return;
    const sent = codes.sent && { sentTo: codes.sent.to, sentAtMs: String(codes.sent.atMs), step: String(step) };
    keepDraft(DRAFT, { email: values.email, ...sent });
  }, [hydrated, values.email, step, codes.sent]);

  const isBlank = step === 0 ? values.email.trim() === '' : !values.otp || !values.newPassword;
  const differ = step === 1 && values.newPassword !== values.confirmNewPassword;

  function refuse(problems: Problems<Values>, said?: string): void {
    form.refuse(problems);
    if (said !== undefined) toast.error(said);
  }

  async function requestCode(): Promise<void> {
    const input = { companyId, user: values.email };
    if (values.email.trim() === '' || companyId === '')
      return refuse({ email: WORDS.emailMissing }, WORDS.emailMissing);
    setBusy(true);
    try {
      const { call, problemsOf, requestResetCode } = await calls();
      const problem = problemsOf(requestResetCode, input)?.user;
      if (problem) return refuse({ email: problem });
      const { message } = await call(requestResetCode, input);
      toast.success(message);
      codes.note(values.email);
      setStep(1);
    } catch (cause) {
      if (cause instanceof CallError && cause.status === 429) setAsked(true);
      refuse(problemsIn(cause, REFUSALS));
      showFailure(cause);
    } finally {
      setBusy(false);
    }
  }

  async function setPassword(): Promise<void> {
    const { email, otp, newPassword, confirmNewPassword } = values;
    const blank = (['otp', 'newPassword', 'confirmNewPassword'] as const).filter((name) => values[name] === '');
    if (blank.length > 0)
      return refuse(Object.fromEntries(blank.map((name) => [name, WORDS.fieldsMissing])), WORDS.fieldsMissing);
    if (newPassword !== confirmNewPassword)
      return refuse({ confirmNewPassword: WORDS.newPasswordsDiffer }, WORDS.newPasswordsDiffer);
    const input = { companyId, user: email, otp, password: newPassword };
    setBusy(true);
    try {
      const { call, problemsOf, resetPassword } = await calls();
      const problems = problemsOf(resetPassword, input);
      if (problems) {
        const { password, ...others } = problems;
        setBusy(false);
        return refuse({ ...others, ...(password && { newPassword: password }) });
      }
      const { message } = await call(resetPassword, input);
      dropDraft(DRAFT);
      toast.success(message);
      location.replace(PATHS.login);
    } catch (cause) {
      setBusy(false);
      refuse(problemsIn(cause, REFUSALS));
      showFailure(cause);
    }
  }

  const go = (): void => void (busy || (step === 0 ? requestCode() : setPassword()));

  function send(event: SubmitEvent): void {
    event.preventDefault();
    go();
  }

  /** The button is off while something is missing, so Enter would do nothing; it says what is missing instead. */
  function enter(event: KeyboardEvent): void {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && (isBlank || differ)) {
      event.preventDefault();
      go();
    }
  }

  function back(): void {
    form.fill({ otp: '', newPassword: '', confirmNewPassword: '' });
    setStep(0);
  }

  return (
    <form ref={form.ref} className="auth-fields" method="post" noValidate onSubmit={send} onKeyDown={enter}>
      <Steps names={STEPS} at={step} />
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
            hint="If it has an account, we send a code to it."
            required
          />
          <Button type="submit" full disabled={!hydrated || isBlank} busy={busy} busyText="Sending code...">
            Send Reset Code
          </Button>
          {(asked || codes.isFor(values.email)) && (
            <Button look="quiet" full onClick={() => setStep(1)}>
              I already have a code
            </Button>
          )}
        </>
      ) : (
        <>
          <p className="auth-lead">
            If <strong>{values.email.trim()}</strong> has an account, a code of {digits} digits is on its way. It is
            valid for {ttlSeconds / 60} minutes.
          </p>
          {/* Lets password managers know whose password it is. */}
          <input type="hidden" name="username" autoComplete="username" value={values.email} />
          <OtpField {...form.field('otp')} label="Code" length={digits} />
          <NewPasswords
            password={form.field('newPassword')}
            confirm={form.field('confirmNewPassword')}
            labels={['New password', 'Confirm new password']}
            differ={WORDS.newPasswordsDiffer}
          />
          <Button type="submit" full disabled={!hydrated || isBlank || differ} busy={busy} busyText="Saving...">
            Set New Password
          </Button>
          <Button look="quiet" full disabled={busy} onClick={back}>
            Resend Code or Change Email
          </Button>
        </>
      )}
      <a className={buttonClass('quiet', 'md', true)} href={PATHS.login}>
        Back to Login
      </a>
    </form>
  );
}
