/* How long a sign-in or a re-authentication allows sensitive calls (docs/contract.md, Re-authentication). */

export const RECENT_SECONDS = 600;

/** Decisions one by one that a session makes before it has to prove again whose it is. */
export const UNCONFIRMED_DECISIONS = { name: 'unconfirmed-decisions', max: 50, windowSeconds: 3600 } as const;

/** @param authenticatedAt of the session: its sign-in or its latest re-authentication */
export function isRecent(authenticatedAt: Date, now: Date): boolean {
  return now.getTime() < recentUntil(authenticatedAt).getTime();
}

export function recentUntil(authenticatedAt: Date): Date {
  return new Date(authenticatedAt.getTime() + RECENT_SECONDS * 1000);
}
