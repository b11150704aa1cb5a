/* How long a sign-in or a re-authentication allows sensitive calls (docs/contract.md, Re-authentication). */

export const RECENT_SECONDS = 600;

/** @param authenticatedAt of the session: its sign-in or its latest re-authentication */
export function isRecent(authenticatedAt: Date, now: Date): boolean {
  return now.getTime() < recentUntil(authenticatedAt).getTime();
}

export function recentUntil(authenticatedAt: Date): Date {
  return new Date(authenticatedAt.getTime() + RECENT_SECONDS * 1000);
}
