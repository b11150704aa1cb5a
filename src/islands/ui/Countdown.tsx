import { useEffect, useRef, useState } from 'react';
import { formatCountdown } from '@/lib/core/durations.ts';

export interface CountdownProps {
  /** How long it runs. */
  seconds?: number;
  /** When it began, in ms since the epoch; the moment the island woke otherwise. */
  startedAtMs?: number;
  /** How the rest is written; 'Xm SSs', then 'expired!'. */
  format?: (secondsLeft: number) => string;
  onEnd?: () => void;
}

/** Counts by the clock, not by ticks, so a sleeping tab comes back right. */
export function Countdown({ seconds = 900, startedAtMs, format = formatCountdown, onEnd }: CountdownProps) {
  const [left, setLeft] = useState(seconds);
  const ended = useRef(onEnd);
  ended.current = onEnd;
  useEffect(() => {
    const end = (startedAtMs ?? Date.now()) + seconds * 1000;
    let timer: ReturnType<typeof setInterval> | undefined;
    const tick = (): void => {
      const rest = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setLeft(rest);
      if (rest > 0) return;
      clearInterval(timer);
      ended.current?.();
    };
    timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [seconds, startedAtMs]);
  return (
    <span className="countdown figure" role="timer" aria-live="off" data-low={left <= 60 || undefined}>
      {format(left)}
    </span>
  );
}
