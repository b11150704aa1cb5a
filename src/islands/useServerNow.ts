import { useEffect, useState } from 'react';

/**
 * The server's time, in ms since the epoch, moved on by this browser's every half minute: its clock may be wrong, its
 * seconds are not.
 */
export function useServerNow(renderedAtMs: number): number {
  const [nowMs, setNowMs] = useState(renderedAtMs);
  useEffect(() => {
    const startMs = performance.now();
    const timer = setInterval(() => setNowMs(renderedAtMs + performance.now() - startMs), 30_000);
    return () => clearInterval(timer);
  }, [renderedAtMs]);
  return nowMs;
}
