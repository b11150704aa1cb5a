import { logout, logoutAdmin } from '@/lib/auth/calls.ts';
import { updateAdminPassword, updatePassword } from '@/lib/auth/password-change/contract.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { SPEC_TEXTS } from '@/lib/core/spec-texts.ts';
import { t } from '@/lib/core/texts.ts';
import { call } from '../api.ts';
import { CallError } from '../failure.ts';
import { logOut } from '../session/log-out.ts';
import { Button } from '../ui/Button.tsx';
import { problemsOf } from '../ui/form-problems.ts';
import { TextField } from '../ui/TextField.tsx';
import { useForm, useHydrated } from '../ui/useForm.ts';
import { type Answer, useSubmit } from '../ui/useSubmit.ts';
import { forgetSignIn } from './flags.ts';
import { NewPasswords } from './NewPasswords.tsx';

const KINDS = {
  member: { contract: updatePassword, logout: logout.path, home: PATHS.userDashboard, login: PATHS.login },
  admin: {
    contract: updateAdminPassword,
    logout: logoutAdmin.path,
    home: PATHS.adminDashboard,
    login: PATHS.adminLogin,
  },
} as const;

const NOT_LOGGED_OUT = 'You could not be logged out. Please check your connection and try again.';

export interface ChoosePasswordProps {
  kind: keyof typeof KINDS;
  /** For password managers, which file a password under it. */
  email: string;
}

function useChoice(kind: keyof typeof KINDS) {
  const { contract, home } = KINDS[kind];
  const form = useForm({ password: '', newPassword: '', confirm: '' });
  const { confirm, ...input } = form.values;
  const submission = useSubmit({
    form,
    check: () => {
      const problems = problemsOf(contract, input) ?? {};
      if (confirm !== input.newPassword) problems.confirm = SPEC_TEXTS.newPasswordsDiffer;
      return problems;
    },
    // The fields show them.
    toastOf: () => [],
    send: () => call(contract, input),
    onDone: () => location.replace(home),
    leaves: true,
  });
  return { form, busy: submission.busy, submit: submission.submit };
}

/** Replaces a password that somebody else set. */
export function ChoosePassword({ kind, email }: ChoosePasswordProps) {
  const { form, busy, submit } = useChoice(kind);
  const leave = useSubmit({
    send: async (): Promise<Answer<null>> => {
      await logOut(KINDS[kind].logout).catch(() => {
        throw new CallError(0, [t(NOT_LOGGED_OUT)]);
      });
      return { message: '', data: null };
    },
    onDone: () => {
      forgetSignIn();
      location.replace(KINDS[kind].login);
    },
    leaves: true,
  });
  const hydrated = useHydrated();
  return (
    <form ref={form.ref} className="auth-fields" method="post" noValidate onSubmit={submit}>
      <input hidden type="text" name="username" autoComplete="username" value={email} readOnly />
      <TextField
        {...form.field('password')}
        label={t('Current password')}
        type="password"
        autoComplete="current-password"
        hint={t('The one that you have just logged in with.')}
        required
      />
      <NewPasswords
        password={form.field('newPassword')}
        confirm={form.field('confirm')}
        labels={[t('New password'), t('Confirm new password')]}
        differ={t(SPEC_TEXTS.newPasswordsDiffer)}
      />
      <Button type="submit" full disabled={!hydrated} busy={busy} busyText={t('Saving...')}>
        {t('Save and go on')}
      </Button>
      <Button look="quiet" full disabled={!hydrated} busy={leave.busy} onClick={() => void leave.submit()}>
        {t('Log out')}
      </Button>
    </form>
  );
}
