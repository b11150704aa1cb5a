import type { KeyboardEvent } from 'react';
import { OTP_POLICY } from '@/lib/auth/rules.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { SPEC_TEXTS } from '@/lib/core/spec-texts.ts';
import { t } from '@/lib/core/texts.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { OtpField } from '../ui/OtpField.tsx';
import { rich } from '../ui/rich.ts';
import { TextField } from '../ui/TextField.tsx';
import { type Form, useForm, useHydrated, useStepFocus } from '../ui/useForm.ts';
import { type Submission, useSubmit } from '../ui/useSubmit.ts';
import { dropDraft, storeLoginEmail } from './draft.ts';
import { type EmailQuestion, EmailQuestionNotice, useEmailQuestion } from './EmailQuestion.tsx';
import { NewPasswords } from './NewPasswords.tsx';
import { Steps } from './Steps.tsx';
import { useChecks } from './useChecks.ts';
import { type CodeSteps, useCodeSteps } from './useCodeSteps.ts';

const DRAFT = 'forgot';
const BLANK = { email: '', otp: '', newPassword: '', confirmNewPassword: '' };
const STEPS = ['Reset Password', 'Verify Code & Set New Password'] as const;
const { digits, ttlSeconds } = OTP_POLICY.reset;

type ForgotForm = Form<typeof BLANK>;

/** What keeps a step from being sent: the fields that are empty, or new passwords that differ. */
function readiness(values: typeof BLANK, step: 0 | 1) {
  return {
    isBlank: step === 0 ? values.email.trim() === '' : !values.otp || !values.newPassword,
    differ: step === 1 && values.newPassword !== values.confirmNewPassword,
  };
}

function useCodeRequest(
  form: ForgotForm,
  companyId: string,
  { noteSent, noteRefused }: CodeSteps,
  question: EmailQuestion,
): Submission {
  const { email } = form.values;
  const isBlank = email.trim() === '' || companyId === '';
  const checks = useChecks();
  return useSubmit({
    form,
    names: { user: 'email' },
    check: async () => {
      if (isBlank) return { email: SPEC_TEXTS.emailMissing };
      const { contracts, meantEmail, problemsOf } = await checks();
      const problems = problemsOf(contracts.requestResetCode, { companyId, user: email });
      return problems === null && question.ask(meantEmail(email)) ? false : problems;
    },
    toastOf: (problems) => (isBlank ? problems : []),
    send: async () => {
      const { call, contracts } = await checks();
      return call(contracts.requestResetCode, { companyId, user: email });
    },
    onDone: noteSent,
    onFailure: noteRefused,
  });
}

function useReset(form: ForgotForm, companyId: string): Submission {
  const { values } = form;
  const differ = values.newPassword !== values.confirmNewPassword;
  const checks = useChecks();
  const input = { companyId, user: values.email, otp: values.otp, password: values.newPassword };
  return useSubmit({
    form,
    names: { user: 'email', password: 'newPassword' },
    check: async () => {
      const blank = (['otp', 'newPassword', 'confirmNewPassword'] as const).filter((name) => values[name] === '');
      if (blank.length > 0) return Object.fromEntries(blank.map((name) => [name, SPEC_TEXTS.fieldsMissing]));
      if (differ) return { confirmNewPassword: SPEC_TEXTS.newPasswordsDiffer };
      const { contracts, problemsOf } = await checks();
      return problemsOf(contracts.resetPassword, input);
    },
    toastOf: ([first = '']) => (first === SPEC_TEXTS.fieldsMissing || differ ? first : []),
    send: async () => {
      const { call, contracts } = await checks();
      return call(contracts.resetPassword, input);
    },
    onDone: () => {
      dropDraft(DRAFT);
      storeLoginEmail(values.email.trim());
      location.replace(PATHS.login);
    },
    leaves: true,
  });
}

/** Sets a new password with a mailed code. */
export function ForgotFlow({ companyId }: { companyId: string }) {
  const form = useForm(BLANK);
  const { email } = form.values;
  const steps = useCodeSteps({ form, draft: DRAFT, stored: { email }, ttlSeconds });
  const { step, setStep } = steps;
  useStepFocus(String(step), form.ref);
  const question = useEmailQuestion(form);
  const request = useCodeRequest(form, companyId, steps, question);
  const reset = useReset(form, companyId);
  const { busy, submit } = step === 0 ? request : reset;
  const { isBlank, differ } = readiness(form.values, step);
  const canSend = useHydrated() && !isBlank && !differ;

  /** The button is disabled while something is missing, so Enter would do nothing; here it names what is missing. */
  function enter(event: KeyboardEvent): void {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && (isBlank || differ)) {
      void submit(event);
    }
  }

  function back(): void {
    form.fill({ otp: '', newPassword: '', confirmNewPassword: '' });
    setStep(0);
  }

  return (
    <form ref={form.ref} className="auth-fields" method="post" noValidate onSubmit={submit} onKeyDown={enter}>
      <Steps names={STEPS} at={step} />
      {step === 0 ? (
        <RequestStep
          form={form}
          question={question}
          busy={busy}
          canSend={canSend}
          onHasCode={steps.mayHaveCode && (() => setStep(1))}
        />
      ) : (
        <ResetStep form={form} busy={busy} canSend={canSend} onBack={back} />
      )}
      <a className={buttonClass('quiet', 'md', true)} href={PATHS.login}>
        {t('Back to Login')}
      </a>
    </form>
  );
}

interface StepProps {
  form: ForgotForm;
  busy: boolean;
  canSend: boolean;
}

interface RequestStepProps extends StepProps {
  question: EmailQuestion;
  onHasCode: false | (() => void);
}

function RequestStep({ form, question, busy, canSend, onHasCode }: RequestStepProps) {
  return (
    <>
      <TextField
        {...form.field('email')}
        label={t('Email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="you@example.com"
        hint={t('If it has an account, we send a code to it.')}
        required
      />
      <EmailQuestionNotice question={question} />
      <Button type="submit" full disabled={!canSend} busy={busy} busyText={t('Sending code...')}>
        {t('Send Reset Code')}
      </Button>
      {onHasCode && (
        <Button look="quiet" full onClick={onHasCode}>
          {t('I already have a code')}
        </Button>
      )}
    </>
  );
}

function ResetStep({ form, busy, canSend, onBack }: StepProps & { onBack: () => void }) {
  return (
    <>
      <p className="auth-lead">
        {rich(
          'If {email} has an account, a code of {digits} digits is on its way. It is valid for {minutes} minutes.',
          {
            email: <strong>{form.values.email.trim()}</strong>,
            digits,
            minutes: ttlSeconds / 60,
          },
        )}
      </p>
      {/* Lets password managers know whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={form.values.email} />
      <OtpField {...form.field('otp')} label={t('Code')} length={digits} />
      <NewPasswords
        password={form.field('newPassword')}
        confirm={form.field('confirmNewPassword')}
        labels={[t('New password'), t('Confirm new password')]}
        differ={SPEC_TEXTS.newPasswordsDiffer}
      />
      <Button type="submit" full disabled={!canSend} busy={busy} busyText={t('Saving...')}>
        {t('Set New Password')}
      </Button>
      <Button look="quiet" full disabled={busy} onClick={onBack}>
        {t('Resend Code or Change Email')}
      </Button>
    </>
  );
}
