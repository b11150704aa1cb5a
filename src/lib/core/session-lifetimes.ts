/** How long a session can last. */

const HOUR = 3600;

export interface SessionLifetime {
  /** Seconds without a request after which it ends. */
  readonly idleSeconds: number;
  /** Seconds after its start. */
  readonly absoluteSeconds: number;
}

export const SESSION_LIFETIMES = {
  member: { idleSeconds: 24 * HOUR, absoluteSeconds: 7 * 24 * HOUR },
  admin: { idleSeconds: 2 * HOUR, absoluteSeconds: 12 * HOUR },
  super: { idleSeconds: HOUR / 2, absoluteSeconds: 4 * HOUR },
} as const satisfies Readonly<Record<string, SessionLifetime>>;
