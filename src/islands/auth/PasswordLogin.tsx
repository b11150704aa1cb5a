import { useEffect, useState } from 'react';
import { PATHS } from '@/lib/core/paths.ts';
import { t } from '@/lib/core/texts.ts';
import { SESSION_ENDED, toast } from '../toasts.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useForm, useHydrated, useStepFocus } from '../ui/useForm.ts';
import { useSubmit } from '../ui/useSubmit.ts';
import { useLazyComponent } from '../useLazyComponent.ts';
import { takeLoginEmail } from './draft.ts';
import { forgetSignIn, rememberSignIn, wasSignedIn } from './flags.ts';
import { type SecondStepAnswer, withoutSecondStep } from './second-step.ts';
import { useChecks } from './useChecks.ts';

interface Props {
  kind: 'member' | 'admin';
  /** The site's company, as every sign-in names it. */
  companyId: string;
}

/** Whether the page before was one of this area. */
function comesFrom(area: string): boolean {
  return document.referrer.startsWith(`${location.origin}${area}/`);
}

function useLogin(isAdmin: boolean, companyId: string) {
  const form = useForm({ email: '', password: '' });
  const [step, setStep] = useState<SecondStepAnswer | null>(null);
  const second = useLazyComponent('The form', async () => (await import('./SecondStep.tsx')).SecondStep);
  const { email, password } = form.values;
  useStepFocus(step === null ? 'first' : 'second', form.ref);
  const checks = useChecks();
  // The server shows this page only without a session: a flag that says otherwise is stale, and a person who comes from a
  // page behind the sign-in was sent here because the session ended.
  useEffect(() => {
    if (wasSignedIn() && comesFrom(isAdmin ? PATHS.admin : PATHS.user)) toast.info(SESSION_ENDED);
    forgetSignIn();
  }, [isAdmin]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const email = takeLoginEmail();
    if (email === null || isAdmin) return;
    form.fillBlanks({ email });
    form.ref.current?.querySelector<HTMLInputElement>('input[name="password"]')?.focus();
  }, []);

  const asMember = { companyId, user: email, password };
  const { busy, submit } = useSubmit({
    form,
    names: { user: 'email' },
    check: async () => {
      const { contracts, problemsOf } = await checks();
      return problemsOf(contracts.login, asMember);
    },
    // The fields show them.
    toastOf: () => [],
    send: async () => {
      const { call, contracts } = await checks();
      return withoutSecondStep(
        await (isAdmin ? call(contracts.loginAdmin, { companyId, email, password }) : call(contracts.login, asMember)),
      );
    },
    fieldOf: ({ status }) => (status === 401 ? 'password' : undefined),
    onDone: async (answer) => {
      if ('token' in answer) return enter();
      if (await second.load()) setStep(answer);
    },
    leaves: (answer) => 'token' in answer,
  });
  function enter(): void {
    rememberSignIn(isAdmin);
    location.replace(isAdmin ? PATHS.adminDashboard : PATHS.userDashboard);
  }
  return { form, busy, submit, step, enter, SecondStep: second.Component, restart: () => setStep(null) };
}

/** Sign-in with email and password, of members and of admins. */
export function PasswordLogin({ kind, companyId }: Props) {
  const isAdmin = kind === 'admin';
  const { form, busy, submit, step, enter, SecondStep, restart } = useLogin(isAdmin, companyId);
  const hydrated = useHydrated();
  if (step && SecondStep) return <SecondStep companyId={companyId} step={step} onDone={enter} onOver={restart} />;

  return (
    <form ref={form.ref} className="auth-fields" method="post" noValidate onSubmit={submit}>
      <TextField
        {...form.field('email')}
        label={t('Email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={isAdmin ? 'Enter Registered Email Id' : 'you@example.com'}
        required
      />
      <TextField
        {...form.field('password')}
        label={t('Password')}
        type="password"
        autoComplete="current-password"
        required
      />
      {!isAdmin && (
        <a className="link link-alone -my-2 justify-self-end py-1 text-sm" href={PATHS.forgotPassword}>
          {t('Forgot your password?')}
        </a>
      )}
      <Button type="submit" full disabled={!hydrated} busy={busy} busyText={t('Logging in...')}>
        {t('Log in')}
      </Button>
    </form>
  );
}
