/* Who needs a second factor, and for how long they may sign in without one (docs/contract.md, Second factors). */

/** Sign-ins without a second factor, once one is needed. */
export const FACTOR_GRACE_SIGN_INS = 3;

/**
 * How many more sign-ins without a second factor are left after this one; 0 for the one that leads to nothing else.
 * @param used with this one
 */
export function graceLeft(used: number): number {
  return Math.max(0, FACTOR_GRACE_SIGN_INS + 1 - used);
}

/** @param isSuper super admins belong to no company: only the platform can demand it of them */
export function needsFactor({
  isSuper,
  byPlatform,
  byCompany,
}: {
  readonly isSuper: boolean;
  readonly byPlatform: boolean;
  readonly byCompany: boolean;
}): boolean {
  return byPlatform || (byCompany && !isSuper);
}
