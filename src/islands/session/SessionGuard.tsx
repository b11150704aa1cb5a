import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, useState } from 'react';
import { PATHS } from '@/lib/core/paths.ts';
import { forgetSignIn } from '../auth/flags.ts';
import { SESSION_ENDED, toast } from '../toasts.ts';
import type { ConfirmIdentityProps } from './ConfirmByFactor.tsx';
import { $confirmation } from './confirmation.ts';
import { $endedSession } from './ended-session.ts';

const LOGIN: Readonly<Record<string, string>> = { admin: PATHS.adminLogin, super: PATHS.superadminLogin };

function leave(login: string): void {
  forgetSignIn();
  toast.info(SESSION_ENDED, { onNextPage: true });
  window.location.replace(login);
}

export interface SessionGuardProps {
  /** Of the signed-in account. */
  email: string;
}

/** Shows what a refused call waits for: a new sign-in, or the confirmation of a sensitive action. */
export function SessionGuard({ email }: SessionGuardProps) {
  return (
    <>
      <EndedSession />
      <IdentityCheck email={email} />
    </>
  );
}

/**
 * Acts on an ended session. Members may be in the middle of a form or of a payment, so their page stays and shows the
 * sign-in over it. Admins go to their login page.
 */
function EndedSession() {
  const ended = useStore($endedSession);
  const [Dialog, setDialog] = useState<ComponentType<{ onDone: () => void }> | null>(null);

  useEffect(() => {
    if (!ended) return;
    const login = LOGIN[ended.access];
    if (login !== undefined) return leave(login);
    import('./SessionEnded.tsx').then(
      (module) => setDialog(() => module.SessionEnded),
      () => window.location.reload(),
    );
  }, [ended]);

  return ended && Dialog ? <Dialog onDone={ended.onRenewed} /> : null;
}

function IdentityCheck({ email }: { email: string }) {
  const waiting = useStore($confirmation);
  const [Dialog, setDialog] = useState<ComponentType<ConfirmIdentityProps> | null>(null);

  useEffect(() => {
    if (!waiting) return;
    import('./ConfirmIdentity.tsx').then(
      (module) => setDialog(() => module.ConfirmIdentity),
      // The refusal then reaches the person who acted.
      () => waiting.settle(false),
    );
  }, [waiting]);

  return waiting && Dialog ? <Dialog access={waiting.access} email={email} onSettled={waiting.settle} /> : null;
}
