import { useState } from 'react';

/** A code that was mailed from this form: to whom, and when by this browser's clock, in ms since the epoch. */
export interface SentCode {
  readonly to: string;
  readonly atMs: number;
}

const normal = (email: string): string => email.trim().toLowerCase();

export interface SentCodes {
  readonly sent: SentCode | null;
  /** True when the last code went to this address. */
  isFor(email: string): boolean;
  note(email: string): void;
  /** Takes over the code of a draft, unless it has run out. @returns whether it is still valid */
  resume(to: string | undefined, atMs: string | undefined, ttlSeconds: number): boolean;
  forget(): void;
}

/** Remembers where the last code went, so that a person who went back a step can go on with it. */
export function useSentCode(): SentCodes {
  const [sent, setSent] = useState<SentCode | null>(null);
  return {
    sent,
    isFor: (email) => sent !== null && sent.to === normal(email),
    note: (email) => setSent({ to: normal(email), atMs: Date.now() }),
    resume: (to, atMs, ttlSeconds) => {
      const at = Number(atMs);
      if (!to || !(Date.now() - at < ttlSeconds * 1000)) return false;
      setSent({ to, atMs: at });
      return true;
    },
    forget: () => setSent(null),
  };
}
