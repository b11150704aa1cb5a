import { useState } from 'react';
import { CallError } from '../failure.ts';

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
  /** Takes over what was kept, unless its code has run out. @returns whether it still counts */
  resume(to: string | undefined, atMs: string | undefined, ttlSeconds: number): boolean;
  forget(): void;
}

/** Remembers where the last code went, so that whoever went back a step can come forward again with it. */
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

/** The fields that a refusal of the server speaks of: it answers sentences, each is put where it can be mended. */
export function problemsIn<F extends string>(
  cause: unknown,
  table: readonly (readonly [RegExp, F])[],
): Partial<Record<F, string>> {
  const out: Partial<Record<F, string>> = {};
  if (!(cause instanceof CallError) || cause.status >= 500 || cause.status === 429) return out;
  for (const message of cause.messages) {
    const found = table.find(([pattern]) => pattern.test(message));
    if (found) out[found[1]] ??= message;
  }
  return out;
}
