import { type SubmitEvent, useEffect, useState } from 'react';
import { PATHS } from '@/lib/core/paths.ts';
import { CallError, showFailure } from '../failure.ts';
import { SESSION_ENDED, toast } from '../toasts.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/TextField.tsx';
import { forgetSignIn, rememberSignIn, wasSignedIn } from './flags.ts';
import { useForm, useHydrated } from './form.ts';
import { useCalls } from './useCalls.ts';
import './auth.css';

interface Props {
  kind: 'member' | 'admin';
  /** The site's company, as every sign-in names it. */
  companyId: string;
}

/** Whether the page before was one of this area. */
function comesFrom(area: string): boolean {
  return document.referrer.startsWith(`${location.origin}${area}/`);
}

/** Sign-in with email and password, of members and of admins. */
export function PasswordLogin({ kind, companyId }: Props) {
  const isAdmin = kind === 'admin';
  const form = useForm({ email: '', password: '' });
  const hydrated = useHydrated();
  const [busy, setBusy] = useState(false);
  const calls = useCalls();
  // The server shows this page only to whoever is not signed in here: a flag that says otherwise is stale, and whoever comes
  // from a page behind the sign-in was sent here by its end.
  useEffect(() => {
    if (wasSignedIn() && comesFrom(isAdmin ? PATHS.admin : PATHS.user)) toast.info(SESSION_ENDED);
    forgetSignIn();
  }, [isAdmin]);

  async function send(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const { email, password } = form.values;
    try {
      const { call, login, loginAdmin, problemsOf } = await calls();
      const asMember = { companyId, user: email, password };
      const problems = problemsOf(login, asMember);
      if (problems) {
        const { user, password: secret } = problems;
        setBusy(false);
        return form.refuse({ ...(user && { email: user }), ...(secret && { password: secret }) });
      }
      const { message } = await (isAdmin ? call(loginAdmin, { companyId, email, password }) : call(login, asMember));
      rememberSignIn(isAdmin);
      toast.success(message);
      // Stays busy: the next page is on its way.
      location.replace(isAdmin ? PATHS.adminDashboard : PATHS.userDashboard);
    } catch (cause) {
      setBusy(false);
      if (cause instanceof CallError && cause.status === 401) form.refuse({ password: cause.message });
      showFailure(cause);
    }
  }

  return (
    <form ref={form.ref} className="auth-fields" method="post" noValidate onSubmit={send}>
      <TextField
        {...form.field('email')}
        label="Email"
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
        label="Password"
        type="password"
        autoComplete="current-password"
        required
      />
      {!isAdmin && (
        <a className="link auth-aside" href={PATHS.forgotPassword}>
          Forgot your password?
        </a>
      )}
      <Button type="submit" full disabled={!hydrated} busy={busy} busyText="Logging in...">
        Log in
      </Button>
      {!isAdmin && (
        <p className="auth-switch">
          New here?{' '}
          <a className="link" href={PATHS.register}>
            Create account
          </a>
        </p>
      )}
    </form>
  );
}
