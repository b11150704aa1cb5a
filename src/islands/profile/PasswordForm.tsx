import { type FormEvent, useRef, useState } from 'react';
import { updatePassword } from '@/lib/auth/password-contract.ts';
import { listSessions } from '@/lib/auth/session-contract.ts';
import { WORDS } from '@/lib/core/words.ts';
import { call, problemsOf, showFailure } from '../api.ts';
import { refresh } from '../data.ts';
import { toast } from '../toasts.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/TextField.tsx';

const EMPTY = { password: '', newPassword: '', confirm: '' };
type Values = typeof EMPTY;

function problemsIn(values: Values): Record<string, string> {
  const found = problemsOf(updatePassword, { password: values.password, newPassword: values.newPassword }) ?? {};
  if (values.confirm === '') found.confirm = 'Please enter the new password once more.';
  else if (values.confirm !== values.newPassword) found.confirm = WORDS.newPasswordsDiffer;
  return found;
}

/** `email` is for password managers, which file a password under it. */
export function PasswordForm({ email }: { email: string }) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(EMPTY);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);

  const field = (name: keyof Values) => ({
    name,
    type: 'password',
    value: values[name],
    error: problems[name],
    onValue: (value: string) => {
      setValues((before) => ({ ...before, [name]: value }));
      setProblems(({ [name]: _, ...others }) => others);
    },
  });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const found = problemsIn(values);
    setProblems(found);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      const isUnfilled = Object.values(values).some((value) => value === '');
      toast.error(isUnfilled ? WORDS.fieldsMissing : Object.values(found));
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    setBusy(true);
    try {
      const { message } = await call(updatePassword, { password: values.password, newPassword: values.newPassword });
      toast.success(message);
      setValues(EMPTY);
      refresh(listSessions);
    } catch (cause) {
      showFailure(cause);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form ref={form} className="card grid gap-5" method="post" noValidate onSubmit={submit}>
      <input hidden type="text" name="username" autoComplete="username" value={email} readOnly />
      <TextField label="Current password" autoComplete="current-password" {...field('password')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="New password"
          autoComplete="new-password"
          hint="8 to 128 characters, and not a common one."
          {...field('newPassword')}
        />
        <TextField label="Confirm new password" autoComplete="new-password" {...field('confirm')} />
      </div>
      <div>
        <Button type="submit" look="secondary" busy={busy} busyText="Changing...">
          Change password
        </Button>
      </div>
    </form>
  );
}
