import { useState } from 'react';
import { PATHS } from '@/lib/core/paths.ts';
import { t } from '@/lib/core/texts.ts';
import { Button } from '../ui/Button.tsx';
import { useRevealed } from '../ui/useRevealed.ts';
import { storeLetIn } from './let-in.ts';

const LOGINS = [
  [PATHS.login, 'Log in'],
  [PATHS.adminLogin, 'Log in to the administration'],
] as const;

/** Takes the token of a mailed link to the next sign-in in this tab. It is spent there, so a program that only opens links spends none. */
export function LetIn({ token }: { token: string }) {
  const [isReady, setIsReady] = useState(false);
  const revealed = useRevealed<HTMLParagraphElement>(isReady);
  if (!isReady)
    return (
      <div className="grid gap-4">
        <p>
          {t(
            'Many wrong codes were typed for your account. This link opens one try for you: log in here, in this window, with your password and the code of your app.',
          )}
        </p>
        <Button
          full
          onClick={() => {
            storeLetIn(token);
            setIsReady(true);
          }}
        >
          {t('Open one try')}
        </Button>
      </div>
    );
  return (
    <div className="grid gap-4">
      <p className="notice" data-tone="success" role="status" ref={revealed} tabIndex={-1}>
        <span>{t('One try is open in this window. Please wait for a new code of your app, and log in.')}</span>
      </p>
      {LOGINS.map(([path, label]) => (
        <a key={path} className="link" href={path}>
          {t(label)}
        </a>
      ))}
    </div>
  );
}
