import { useState } from 'react';
import { formatClock } from '@/lib/core/durations.ts';
import { t } from '@/lib/core/texts.ts';
import { Countdown } from '../ui/Countdown.tsx';
import { rich } from '../ui/rich.ts';
import type { SentCode } from './codes.ts';

interface Props {
  sent: SentCode;
  /** From the last code until the next one may be asked for. */
  seconds: number;
  busy: boolean;
  onResend: () => void;
}

/** Counts down to the moment from which another code may be asked for, then offers it. */
export function ResendCode({ sent, seconds, busy, onResend }: Props) {
  const [readyFor, setReadyFor] = useState(0);
  return (
    <p className="flex flex-wrap gap-x-1.5 text-sm/6 text-muted">
      {t('No email? Check your spam folder.')}
      {readyFor === sent.atMs ? (
        <button
          type="button"
          className="min-h-6 font-medium text-brand-ink underline decoration-[color-mix(in_oklch,currentColor_35%,transparent)] underline-offset-3 hover:decoration-current aria-busy:cursor-progress aria-busy:text-muted"
          aria-busy={busy || undefined}
          onClick={onResend}
        >
          {t('Resend OTP')}
        </button>
      ) : (
        <span>
          {rich('Resend OTP in {countdown}', {
            countdown: (
              <Countdown
                key={sent.atMs}
                seconds={seconds}
                startedAtMs={sent.atMs}
                format={formatClock}
                onEnd={() => setReadyFor(sent.atMs)}
              />
            ),
          })}
        </span>
      )}
    </p>
  );
}
