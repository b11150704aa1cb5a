/*
 * A password that somebody other than its owner chose: an admin, the first start or an operator. It works for some days;
 * after that the account can only choose another (docs/contract.md, Passwords).
 */

export const GIVEN_PASSWORD_DAYS = 7;

/** When the owner of a password given at this time must have chosen another. */
export function passwordDueAt(givenAt: Date): Date {
  return new Date(givenAt.getTime() + GIVEN_PASSWORD_DAYS * 86_400_000);
}

/** Whether the account can do nothing but choose a password. @param givenAt null if the owner has chosen it */
export function isPasswordDue(givenAt: Date | null, now: Date): boolean {
  return givenAt !== null && passwordDueAt(givenAt).getTime() <= now.getTime();
}
