import { useState } from 'react';
import { unsubscribe } from '@/lib/accounts/mail-preferences/calls.ts';
import { t } from '@/lib/core/texts.ts';
import { call } from '../api.ts';
import { Button } from '../ui/Button.tsx';
import { Refusal } from '../ui/Refusal.tsx';
import { useRevealed } from '../ui/useRevealed.ts';
import { useSubmit } from '../ui/useSubmit.ts';

/** One button that ends announcements and reminders by mail: a program that only opens links changes nothing. */
export function Unsubscribe({ token }: { token: string }) {
  const [isDone, setIsDone] = useState(false);
  const submission = useSubmit({
    send: () => call(unsubscribe, { token }),
    onDone: () => setIsDone(true),
  });
  const revealed = useRevealed<HTMLParagraphElement>(isDone);
  if (isDone)
    return (
      <p className="notice" data-tone="success" role="status" ref={revealed} tabIndex={-1}>
        <span>{t('You are unsubscribed. Mails about your account and your orders still come.')}</span>
      </p>
    );
  return (
    <div className="grid gap-4">
      <Refusal text={submission.refusal} />
      <p>
        {t(
          'Announcements and reminders will no longer come by mail. You can turn them on again in your profile, or as an admin under Notifications.',
        )}
      </p>
      <Button full busy={submission.busy} onClick={submission.submit}>
        {t('Unsubscribe')}
      </Button>
    </div>
  );
}
