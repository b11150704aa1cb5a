import { useState } from 'react';
import { PATHS } from '@/lib/core/paths.ts';
import { t } from '@/lib/core/texts.ts';
import { takeMoveBack } from '@/lib/members/moves/calls.ts';
import { call } from '../api.ts';
import { Button } from '../ui/Button.tsx';
import { Refusal } from '../ui/Refusal.tsx';
import { useRevealed } from '../ui/useRevealed.ts';
import { useSubmit } from '../ui/useSubmit.ts';

/** One button that takes a change of the address back: a program that only opens links changes nothing. */
export function TakeBack({ token }: { token: string }) {
  const [isDone, setIsDone] = useState(false);
  const submission = useSubmit({
    send: () => call(takeMoveBack, { token }),
    onDone: () => setIsDone(true),
  });
  const revealed = useRevealed<HTMLParagraphElement>(isDone);
  if (isDone)
    return (
      <div className="grid gap-4">
        <p className="notice" data-tone="success" role="status" ref={revealed} tabIndex={-1}>
          <span>{t('Your account has your earlier email address again. All sessions have ended.')}</span>
        </p>
        <a className="link" href={PATHS.forgotPassword}>
          {t('Choose a new password')}
        </a>
      </div>
    );
  return (
    <div className="grid gap-4">
      <Refusal text={submission.refusal} />
      <p>
        {t(
          'Our team has changed the email address of your account. If you did not ask for this, take it back: your account gets this address again, everybody is logged out, and you set a new password.',
        )}
      </p>
      <Button full busy={submission.busy} onClick={submission.submit}>
        {t('Keep my email address')}
      </Button>
    </div>
  );
}
