import { createRoot } from 'react-dom/client';
import { forgetSignIn } from '../auth/flags.ts';
import { SESSION_ENDED, toast } from '../toasts.ts';
import { SessionEnded } from './SessionEnded.tsx';

const LOGIN: Record<string, string> = { admin: '/admin/login', super: '/superadmin/login' };
let answer: Promise<void> | null = null;

function ask(): Promise<void> {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  return new Promise((resolve) => {
    const done = (): void => {
      root.unmount();
      place.remove();
      resolve();
    };
    root.render(<SessionEnded onDone={done} />);
  });
}

/** The page is on its way out, and what waits for it waits with it. */
function leave(login: string): Promise<void> {
  forgetSignIn();
  toast.info(SESSION_ENDED);
  window.location.replace(login);
  return new Promise(() => {});
}

/**
 * A member may be in the middle of a form or of a payment, so the page stays and asks for the sign-in over it. Admins leave
 * for their login. Once, however many calls of the page find it out.
 */
export function ended(access: string): Promise<void> {
  const login = LOGIN[access];
  answer ??= login === undefined ? ask() : leave(login);
  return answer.finally(() => {
    answer = null;
  });
}
