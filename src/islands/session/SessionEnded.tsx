import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { getProfile } from '@/lib/accounts/calls.ts';
import { login } from '@/lib/auth/contract.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { t } from '@/lib/core/texts.ts';
import { call } from '../api.ts';
import { forgetSignIn, rememberSignIn } from '../auth/flags.ts';
import type { SecondStepAnswer } from '../auth/second-step.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { problemsOf } from '../ui/form-problems.ts';
import { Icon } from '../ui/Icon.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useForm } from '../ui/useForm.ts';
import { type Answer, useSubmit } from '../ui/useSubmit.ts';
import { useLazyComponent } from '../useLazyComponent.ts';
import { forgetTyped } from './typed.ts';

/** Whether the page was rendered for the member who is signed in now. */
async function isSameMember(): Promise<boolean> {
  const { data } = await call(getProfile, {}, { renewed: true });
  return document.querySelector<HTMLElement>('[data-member-id]')?.dataset.memberId === data.referralCode;
}

/** Keeps a dialog open as long as it is on the page. */
function useOpenDialog(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.setAttribute('closedby', 'none');
    const open = (): void => {
      if (element.isConnected && !element.open) element.showModal();
    };
    // Browsers that do not know that attribute let a second Escape through.
    element.addEventListener('close', open);
    open();
    return () => {
      element.removeEventListener('close', open);
      element.close();
    };
  }, [dialog]);
}

/** The form that renews the session. A different member goes to their own dashboard. */
function useRenewal(onDone: () => void) {
  const form = useForm({ email: '', password: '' });
  const input = { user: form.values.email, password: form.values.password };
  const [step, setStep] = useState<SecondStepAnswer | null>(null);
  const second = useLazyComponent('The form', async () => (await import('../auth/SecondStep.tsx')).SecondStep);

  async function renewed(): Promise<boolean> {
    rememberSignIn(false);
    return isSameMember();
  }
  function goOn(isSame: boolean): void {
    if (isSame) onDone();
    else {
      forgetTyped();
      window.location.replace(PATHS.userDashboard);
    }
  }

  const { busy, submit } = useSubmit({
    form,
    names: { user: 'email' },
    check: () => problemsOf(login, input),
    // The fields show them.
    toastOf: () => [],
    send: async (): Promise<Answer<SecondStepAnswer | boolean>> => {
      const { data } = await call(login, input);
      if ('pending' in data) return { message: '', data };
      const isSame = await renewed();
      return { message: isSame ? t('Logged in again. Nothing was lost.') : '', data: isSame };
    },
    fieldOf: ({ status }) => (status === 401 ? 'password' : undefined),
    onDone: async (data) => {
      if (typeof data === 'boolean') goOn(data);
      else if (await second.load()) setStep(data);
    },
    leaves: (data) => typeof data === 'boolean',
  });
  const SecondStep = second.Component;
  const secondStep = step && SecondStep && (
    <SecondStep
      step={step}
      onDone={() => void renewed().then(goOn, () => window.location.reload())}
      onOver={() => setStep(null)}
    />
  );
  return { form, busy, submit, secondStep };
}

function Leave() {
  function leave(): void {
    forgetSignIn();
    forgetTyped();
  }
  return (
    <a className={buttonClass('quiet', 'md', true)} href={PATHS.login} onClick={leave}>
      <span className="btn-face">{t('Leave this page')}</span>
    </a>
  );
}

/** The sign-in over a page whose session has ended. It hides the page, because another person may be at the device. */
export function SessionEnded({ onDone }: { onDone: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { form, busy, submit, secondStep } = useRenewal(onDone);
  const id = useId();
  useOpenDialog(dialog);

  return (
    <dialog
      ref={dialog}
      className="modal modal-sm modal-veiled"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => event.preventDefault()}
    >
      <div className="modal-frame grid gap-5 overflow-y-auto p-6">
        <div className="grid justify-items-start gap-2">
          <span className="mb-2 grid size-10 place-items-center rounded-full bg-brand-soft text-brand-ink">
            <Icon name="lock" />
          </span>
          <h2 className="text-lg font-semibold" id={`${id}-title`}>
            {t('Your session has ended')}
          </h2>
          <p className="text-sm text-muted" id={`${id}-text`}>
            {t('Please log in again to continue. What you typed on this page is still there.')}
          </p>
        </div>
        {secondStep ? (
          <div className="grid gap-2">
            {secondStep}
            <Leave />
          </div>
        ) : (
          <form ref={form.ref} className="grid gap-5" method="post" noValidate onSubmit={submit}>
            <TextField
              {...form.field('email')}
              label={t('Email')}
              type="email"
              inputMode="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
            <TextField
              {...form.field('password')}
              label={t('Password')}
              type="password"
              autoComplete="current-password"
            />
            <div className="grid gap-2">
              <Button type="submit" full busy={busy} busyText={t('Logging in...')}>
                {t('Log in')}
              </Button>
              <Leave />
            </div>
          </form>
        )}
      </div>
    </dialog>
  );
}
