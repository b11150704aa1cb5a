/** Changes that one admin may propose in an hour, without messages: each is a mail to every admin. */
export const PROPOSALS_PER_HOUR_MAX = 30;

/** Messages to buyers that one admin may propose in an hour. */
export const MESSAGES_PER_HOUR_MAX = 200;

/**
 * For so long an admin whose change of an account was refused or withdrawn proposes no other change of it: one change waits for
 * an account, so repeated ones would keep out those of other admins.
 */
export const PAUSE_HOURS = 1;

export function pauseText(secondsLeft: number): string {
  const minutes = Math.ceil(secondsLeft / 60);
  const time = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return `Your last change of this account was refused or withdrawn less than an hour ago. You can propose another one in ${time}. Other admins can propose one now.`;
}
