import { type SubmitEvent, useEffect, useState } from 'react';
import { OTP_POLICY } from '@/lib/auth/rules.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { WORDS } from '@/lib/core/words.ts';
import { CallError, showFailure } from '../failure.ts';
import { logFailure } from '../log.ts';
import { toast } from '../toasts.ts';
import { Button } from '../ui/Button.tsx';
import { problemsIn, useSentCode } from './codes.ts';
import { dropDraft, keepDraft, readDraft } from './draft.ts';
import { useForm, useHydrated, useStepFocus } from './form.ts';
import { DetailsFields, RequestFields } from './RegisterFields.tsx';
import { ResendCode } from './ResendCode.tsx';
import { BLANK, REFUSALS, STEPS } from './register.ts';
import type { Check } from './register-checks.ts';
import { Steps } from './Steps.tsx';
import { useCalls } from './useCalls.ts';
import './auth.css';

interface Props {
  companyId: string;
  /** From the link of whoever invited; '' without one. */
  referralCode: string;
  /** In India, YYYY-MM-DD. */
  today: string;
  /** The youngest date of birth that is taken, YYYY-MM-DD. */
  bornBy: string;
}

const DRAFT = 'register';
const { ttlSeconds, resendSeconds } = OTP_POLICY.register;

/** Registration: an OTP to the address, then the account. */
export function RegisterFlow({ companyId, referralCode, today, bornBy }: Props) {
  const form = useForm({ ...BLANK, referralCode });
  const { values } = form;
  const codes = useSentCode();
  const [step, setStep] = useState<0 | 1>(0);
  const [busy, setBusy] = useState(false);
  // Too soon for another OTP: the last one has been asked for elsewhere, as in another tab.
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
    const { otp: _otp, password: _password, confirmPassword: _confirm, ...kept } = values;
    const sent = codes.sent && { sentTo: codes.sent.to, sentAtMs: String(codes.sent.atMs), step: String(step) };
    keepDraft(DRAFT, { ...kept, ...sent });
  }, [hydrated, values, step, codes.sent]);

  function passes({ problems, toast: said }: Check): boolean {
    if (problems) form.refuse(problems);
    if (said !== undefined) toast.error(said);
    if (problems) return false;
    if (companyId === '') toast.error(WORDS.companyMissing);
    return companyId !== '';
  }

  async function requestCode(): Promise<void> {
    if (busy) return;
    setBusy(true);
    const { name, email, mobile } = values;
    try {
      const { call, checkRequest, requestRegistrationCode } = await calls();
      if (!passes(checkRequest(values))) return;
      const { message } = await call(requestRegistrationCode, { companyId, name, email, mobile });
      toast.success(message);
      codes.note(email);
      form.fill({ otp: '' });
      setStep(1);
    } catch (cause) {
      if (cause instanceof CallError && cause.status === 429) setAsked(true);
      form.refuse(problemsIn(cause, REFUSALS));
      showFailure(cause);
    } finally {
      setBusy(false);
    }
  }

  async function createAccount(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      const { call, checkRegistration, payloadOf, register } = await calls();
      if (!passes(checkRegistration(values, companyId, today))) return setBusy(false);
      const { message } = await call(register, payloadOf(values, companyId));
      dropDraft(DRAFT);
      toast.success(message);
      location.replace(PATHS.login);
    } catch (cause) {
      setBusy(false);
      logFailure('Registration request failed:', cause);
      form.refuse(problemsIn(cause, REFUSALS));
      showFailure(cause);
    }
  }

  function send(event: SubmitEvent): void {
    event.preventDefault();
    void (step === 0 ? requestCode() : createAccount());
  }

  return (
    <form ref={form.ref} className="auth-fields" method="post" noValidate onSubmit={send}>
      <Steps names={STEPS} at={step} />
      {step === 0 ? (
        <>
          {referralCode !== '' && (
            <p className="notice">
              <span>
                You were invited with the referral code <strong>{referralCode}</strong>. It is filled in for you.
              </span>
            </p>
          )}
          <RequestFields form={form} />
          <Button type="submit" full disabled={!hydrated} busy={busy} busyText="Sending OTP...">
            Request OTP
          </Button>
          {(asked || codes.isFor(values.email)) && (
            <Button look="quiet" full onClick={() => setStep(1)}>
              I already have an OTP
            </Button>
          )}
        </>
      ) : (
        <>
          <p className="auth-lead">
            We sent an OTP of {OTP_POLICY.register.digits} digits to <strong>{values.email.trim()}</strong>. It is valid
            for {ttlSeconds / 60} minutes.
          </p>
          <DetailsFields
            form={form}
            bornBy={bornBy}
            resend={
              codes.sent && (
                <ResendCode sent={codes.sent} seconds={resendSeconds} busy={busy} onResend={() => void requestCode()} />
              )
            }
          />
          <Button type="submit" full disabled={!hydrated} busy={busy} busyText="Creating account...">
            Create Account
          </Button>
          <Button look="quiet" full icon="left" onClick={() => setStep(0)}>
            Back to OTP Request
          </Button>
        </>
      )}
      <p className="auth-switch">
        Already a member?{' '}
        <a className="link" href={PATHS.login}>
          Log in
        </a>
      </p>
    </form>
  );
}
