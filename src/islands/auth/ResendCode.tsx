import { useState } from 'react';
import { formatClock } from '@/lib/core/format.ts';
import { Countdown } from '../ui/Countdown.tsx';
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
    <p className="auth-resend">
      No mail yet? Look into the spam folder too.
      {readyFor === sent.atMs ? (
        <button type="button" className="auth-text-button" aria-busy={busy || undefined} onClick={onResend}>
          Resend OTP
        </button>
      ) : (
        <span>
          Resend OTP in{' '}
          <Countdown
            key={sent.atMs}
            seconds={seconds}
            startedAtMs={sent.atMs}
            format={formatClock}
            onEnd={() => setReadyFor(sent.atMs)}
          />
        </span>
      )}
    </p>
  );
}
