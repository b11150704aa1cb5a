import { type SubmitEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { login } from '@/lib/auth/contract.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { getProfile } from '@/lib/users/contract.ts';
import { CallError, call, showFailure } from '../api.ts';
import { forgetSignIn, rememberSignIn } from '../auth/flags.ts';
import { useForm } from '../auth/form.ts';
import { problemsOf } from '../problems.ts';
import { toast } from '../toasts.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { TextField } from '../ui/TextField.tsx';
import { forgetTyped } from './typed.ts';

/** Whether the page was made for whoever is signed in now. */
async function isSameMember(): Promise<boolean> {
  const { data } = await call(getProfile, {}, { renewed: true });
  return document.querySelector<HTMLElement>('[data-member-id]')?.dataset.memberId === data.referralCode;
}

/** The sign-in over a page whose session has ended. It hides the page, which may be a stranger's by now, and keeps it. */
export function SessionEnded({ onDone }: { onDone: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useForm({ email: '', password: '' });
  const [busy, setBusy] = useState(false);
  const id = useId();

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
  }, []);

  async function send(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const { email: user, password } = form.values;
    const problems = problemsOf(login, { user, password });
    if (problems) {
      const { user: email, password: secret } = problems;
      form.refuse({ ...(email && { email }), ...(secret && { password: secret }) });
      return;
    }
    setBusy(true);
    try {
      await call(login, { user, password });
      rememberSignIn(false);
      if (await isSameMember()) {
        toast.success('Logged in again. Nothing was lost.');
        onDone();
        return;
      }
      forgetTyped();
      window.location.replace(PATHS.userDashboard);
    } catch (cause) {
      setBusy(false);
      if (cause instanceof CallError && cause.status === 401) form.refuse({ password: cause.message });
      showFailure(cause);
    }
  }

  function leave(): void {
    forgetSignIn();
    forgetTyped();
  }

  return (
    <dialog
      ref={dialog}
      className="modal modal-sm modal-veiled"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => event.preventDefault()}
    >
      <div className="modal-frame overflow-y-auto p-6">
        <form ref={form.ref} className="grid gap-5" method="post" noValidate onSubmit={send}>
          <div className="grid justify-items-start gap-2">
            <span className="mb-2 grid size-10 place-items-center rounded-full bg-brand-soft text-brand-ink">
              <Icon name="lock" />
            </span>
            <h2 className="text-lg font-semibold" id={`${id}-title`}>
              Your session has ended
            </h2>
            <p className="text-sm text-muted" id={`${id}-text`}>
              Please log in again to go on. What you typed on this page is kept.
            </p>
          </div>
          <TextField
            {...form.field('email')}
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextField {...form.field('password')} label="Password" type="password" autoComplete="current-password" />
          <div className="grid gap-2">
            <Button type="submit" full busy={busy} busyText="Logging in...">
              Log in
            </Button>
            <a className={buttonClass('quiet', 'md', true)} href={PATHS.login} onClick={leave}>
              <span className="btn-face">Leave this page</span>
            </a>
          </div>
        </form>
      </div>
    </dialog>
  );
}
