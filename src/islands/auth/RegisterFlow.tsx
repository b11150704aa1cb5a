import { Fragment, useEffect } from 'react';
import { OTP_POLICY } from '@/lib/auth/rules.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { SPEC_TEXTS } from '@/lib/core/spec-texts.ts';
import { t } from '@/lib/core/texts.ts';
import { logFailure } from '../log.ts';
import { Button } from '../ui/Button.tsx';
import { rich } from '../ui/rich.ts';
import { type Form, useForm, useHydrated, useStepFocus } from '../ui/useForm.ts';
import { type FieldProblems, type Submission, useSubmit } from '../ui/useSubmit.ts';
import { useLazyComponent } from '../useLazyComponent.ts';
import { dropDraft, storeLoginEmail } from './draft.ts';
import { type EmailQuestion, useEmailQuestion } from './EmailQuestion.tsx';
import { RequestFields } from './RegisterFields.tsx';
import { BLANK, STEPS } from './register.ts';
import { Steps } from './Steps.tsx';
import { useChecks } from './useChecks.ts';
import { type CodeSteps, useCodeSteps } from './useCodeSteps.ts';

interface Props {
  companyId: string;
  /** From an invitation link; '' without one. */
  referralCode: string;
  /** In India, YYYY-MM-DD. */
  today: string;
  /** The youngest date of birth that is taken, YYYY-MM-DD. */
  bornBy: string;
}

const DRAFT = 'register';
const { ttlSeconds } = OTP_POLICY.register;

type RegisterForm = Form<typeof BLANK>;

/** The problem of a site without a company, or null. */
function missingCompany(companyId: string): FieldProblems | null {
  return companyId === '' ? { companyId: SPEC_TEXTS.companyMissing } : null;
}

function useCodeRequest(
  form: RegisterForm,
  companyId: string,
  { noteSent, noteRefused }: CodeSteps,
  question: EmailQuestion,
): Submission {
  const { values } = form;
  const checks = useChecks();
  const isBlank = [values.name, values.email, values.mobile].some((value) => value.trim() === '');
  return useSubmit({
    form,
    check: async () => {
      const { checkRequest, meantEmail } = await checks();
      const problems = checkRequest(values) ?? missingCompany(companyId);
      return problems === null && question.ask(meantEmail(values.email)) ? false : problems;
    },
    toastOf: (problems) => (isBlank ? SPEC_TEXTS.requestOtpFields : companyId === '' ? problems : []),
    send: async () => {
      const { call, contracts } = await checks();
      const { name, email, mobile } = values;
      return call(contracts.requestRegistrationCode, { companyId, name, email, mobile });
    },
    onDone: () => {
      noteSent();
      form.fill({ otp: '' });
    },
    onFailure: noteRefused,
  });
}

function useRegistration(form: RegisterForm, companyId: string, today: string): Submission {
  const { values } = form;
  const checks = useChecks();
  return useSubmit({
    form,
    check: async () => (await checks()).checkRegistration(values, companyId, today) ?? missingCompany(companyId),
    toastOf: (problems) => {
      if (values.password !== values.confirmPassword) return SPEC_TEXTS.passwordsDiffer;
      if (values.otp === '') return SPEC_TEXTS.otpMissing;
      return companyId === '' ? problems : [];
    },
    send: async () => {
      const { call, contracts, payloadOf } = await checks();
      return call(contracts.register, payloadOf(values, companyId));
    },
    onDone: () => {
      dropDraft(DRAFT);
      storeLoginEmail(values.email.trim());
      location.replace(PATHS.login);
    },
    onFailure: (error) => logFailure('Registration request failed:', error),
    leaves: true,
  });
}

/** Registration: an OTP to the address, then the account. */
export function RegisterFlow({ companyId, referralCode, today, bornBy }: Props) {
  const form = useForm({ ...BLANK, referralCode });
  const { otp: _otp, password: _password, confirmPassword: _confirm, ...stored } = form.values;
  const steps = useCodeSteps({ form, draft: DRAFT, stored, ttlSeconds });
  const details = useLazyComponent('The form', async () => (await import('./DetailsStep.tsx')).DetailsStep);
  // The second step appears once its fields have loaded: at the first interaction, or here after a reload of the page.
  const step = details.Component ? steps.step : 0;
  useStepFocus(String(step), form.ref);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step alone decides
  useEffect(() => {
    if (steps.step === 1) void details.load();
  }, [steps.step]);
  const question = useEmailQuestion(form);
  const request = useCodeRequest(form, companyId, steps, question);
  const create = useRegistration(form, companyId, today);
  const { busy, submit } = step === 0 ? request : create;
  const hydrated = useHydrated();

  function enterCode(): void {
    steps.setStep(1);
    // Again, where an earlier attempt did not load.
    void details.load();
  }

  // The keys keep the buttons of the two steps apart: a 'Back' that became the submit button while it is clicked would send.
  return (
    <form ref={form.ref} className="auth-fields" method="post" noValidate onSubmit={submit}>
      <Steps names={STEPS} at={step} />
      {step === 0 || !details.Component ? (
        <Fragment key="request">
          <Invited referralCode={referralCode} />
          <RequestFields form={form} question={question} />
          <Button type="submit" full disabled={!hydrated} busy={busy} busyText={t('Sending OTP...')}>
            {t('Request OTP')}
          </Button>
          {steps.mayHaveCode && (
            <Button look="quiet" full onClick={enterCode}>
              {t('I already have an OTP')}
            </Button>
          )}
        </Fragment>
      ) : (
        <Fragment key="create">
          <details.Component
            form={form}
            bornBy={bornBy}
            isInvited={referralCode !== ''}
            sent={steps.codes.sent}
            request={request}
          />
          <Button type="submit" full disabled={!hydrated} busy={busy} busyText={t('Creating account...')}>
            {t('Create Account')}
          </Button>
          <Button look="quiet" full icon="left" onClick={() => steps.setStep(0)}>
            {t('Back to OTP Request')}
          </Button>
        </Fragment>
      )}
      <p className="text-center text-sm/6 text-muted max-sm:text-base">
        {rich('Already a member? {link}', {
          link: (
            <a className="link" href={PATHS.login}>
              {t('Log in')}
            </a>
          ),
        })}
      </p>
    </form>
  );
}

function Invited({ referralCode }: { referralCode: string }) {
  if (referralCode === '') return null;
  return (
    <p className="notice">
      <span>
        {rich('You were invited with the referral code {referralCode}. It is filled in for you.', {
          referralCode: <strong>{referralCode}</strong>,
        })}
      </span>
    </p>
  );
}
