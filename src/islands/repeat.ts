/** How often, and when, a call is sent again that the server had no room for. */
export const REPEATS_MAX = 2;
const REPEAT_SECONDS_MAX = 5;

/** The time that the server asks for, so that a person who logs in during a flood presses the button once. */
export function repeatDelayMs(retryAfterSeconds: number | null): number {
  return Math.min(retryAfterSeconds || 1, REPEAT_SECONDS_MAX) * 1000;
}
