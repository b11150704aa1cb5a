import { type FormEvent, useState } from 'react';
import { listSessions } from '@/lib/auth/session-contract.ts';
import { WORDS } from '@/lib/core/words.ts';
import { useForm, useHydrated } from '../auth/form.ts';
import { refresh } from '../data.ts';
import { showFailure } from '../failure.ts';
import { toast } from '../toasts.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/TextField.tsx';
import { type Calls, useCalls } from './useCalls.ts';

const EMPTY = { password: '', newPassword: '', confirm: '' };

function problemsIn({ confirm, ...values }: typeof EMPTY, calls: Calls): Record<string, string> {
  const { problemsOf, updatePassword } = calls;
  const found = problemsOf(updatePassword, values) ?? {};
  if (confirm === '') found.confirm = 'Please enter the new password once more.';
  else if (confirm !== values.newPassword) found.confirm = WORDS.newPasswordsDiffer;
  return found;
}

/** `email` is for password managers, which file a password under it. */
export function PasswordForm({ email }: { email: string }) {
  const hydrated = useHydrated();
  const form = useForm(EMPTY);
  const [busy, setBusy] = useState(false);
  const load = useCalls();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const { values } = form;
    setBusy(true);
    try {
      const calls = await load();
      const { call, updatePassword } = calls;
      const found = problemsIn(values, calls);
      if (Object.keys(found).length > 0) {
        const isUnfilled = Object.values(values).some((value) => value === '');
        toast.error(isUnfilled ? WORDS.fieldsMissing : Object.values(found));
        form.refuse(found);
        return;
      }
      const { message } = await call(updatePassword, { password: values.password, newPassword: values.newPassword });
      toast.success(message);
      form.fill(EMPTY);
      refresh(listSessions);
    } catch (cause) {
      showFailure(cause);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form ref={form.ref} className="card grid gap-5" method="post" noValidate onSubmit={submit}>
      <input hidden type="text" name="username" autoComplete="username" value={email} readOnly />
      <TextField label="Current password" type="password" autoComplete="current-password" {...form.field('password')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="8 to 128 characters, and not a common one."
          {...form.field('newPassword')}
        />
        <TextField
          label="Confirm new password"
          type="password"
          autoComplete="new-password"
          {...form.field('confirm')}
        />
      </div>
      <div>
        <Button type="submit" look="secondary" disabled={!hydrated} busy={busy} busyText="Changing...">
          Change password
        </Button>
      </div>
    </form>
  );
}
