import { useState } from 'react';
import { updateAdminPassword, updatePassword } from '@/lib/auth/password-change/calls.ts';
import { listAdminSessions, listSessions } from '@/lib/auth/sessions/calls.ts';
import { SPEC_TEXTS } from '@/lib/core/spec-texts.ts';
import { t } from '@/lib/core/texts.ts';
import { call } from '../api.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useForm, useHydrated } from '../ui/useForm.ts';
import { useSubmit } from '../ui/useSubmit.ts';
import { useChecks } from './useChecks.ts';

const EMPTY = { password: '', newPassword: '', confirm: '' };

export interface PasswordFormProps {
  /** For password managers, which file a password under it. */
  email: string;
  access?: 'member' | 'admin';
  /** Working API keys that this admin made. */
  keys?: number;
}

const keysText = (keys: number): string =>
  keys === 1 ? 'Also end the API key that I made' : `Also end the ${keys} API keys that I made`;

export function PasswordForm({ email, access = 'member', keys = 0 }: PasswordFormProps) {
  const isAdmin = access === 'admin';
  const [working, setWorking] = useState(keys);
  const [endKeys, setEndKeys] = useState(true);
  const hydrated = useHydrated();
  const form = useForm(EMPTY);
  const { confirm, ...input } = form.values;
  const checks = useChecks();
  const isUnfilled = Object.values(form.values).some((value) => value === '');

  const { busy, submit } = useSubmit({
    form,
    check: async () => {
      const { problemsOf, updatePassword: contract } = await checks();
      const problems = problemsOf(contract, input) ?? {};
      if (confirm === '') problems.confirm = t('Please enter the new password once more.');
      else if (confirm !== input.newPassword) problems.confirm = t(SPEC_TEXTS.newPasswordsDiffer);
      return problems;
    },
    toastOf: (problems) => (isUnfilled ? t(SPEC_TEXTS.fieldsMissing) : problems),
    send: () => (isAdmin ? call(updateAdminPassword, { ...input, endKeys }) : call(updatePassword, input)),
    refreshes: [isAdmin ? listAdminSessions : listSessions],
    onDone: () => {
      form.fill(EMPTY);
      if (endKeys) setWorking(0);
    },
  });

  return (
    <form ref={form.ref} className="card grid gap-5" method="post" noValidate onSubmit={submit}>
      <input hidden type="text" name="username" autoComplete="username" value={email} readOnly />
      <TextField
        label={t('Current password')}
        type="password"
        autoComplete="current-password"
        {...form.field('password')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t('New password')}
          type="password"
          autoComplete="new-password"
          hint={t('8 to 128 characters, and not a common one.')}
          {...form.field('newPassword')}
        />
        <TextField
          label={t('Confirm new password')}
          type="password"
          autoComplete="new-password"
          {...form.field('confirm')}
        />
      </div>
      {working > 0 && (
        <Checkbox label={keysText(working)} checked={endKeys} onChecked={setEndKeys} disabled={!hydrated} />
      )}
      <div>
        <Button type="submit" look="secondary" disabled={!hydrated} busy={busy} busyText={t('Changing...')}>
          {t('Change password')}
        </Button>
      </div>
    </form>
  );
}
