/** Which uploads go first when many arrive, and how fast each has to be (decision 0758). */

/** How much an account has to lose. New ones are free. */
export type Standing = 'new' | 'old' | 'verified';
const ORDER: readonly Standing[] = ['new', 'old', 'verified'];
/** For queues: the higher one first. */
export const rankOf = (standing: Standing): number => ORDER.indexOf(standing);

const NEW_ACCOUNT_MS = 24 * 60 * 60 * 1000;

/** @param createdAt of an account that is not verified */
export function standingOf(createdAt: Date, now: Date): Standing {
  return now.getTime() - createdAt.getTime() >= NEW_ACCOUNT_MS ? 'old' : 'new';
}

/** Multiples of the usual pace, by the share of the slots that are taken. */
const PACES: readonly (readonly [share: number, times: number])[] = [
  [0.75, 4],
  [0.5, 2],
  [0, 1],
];

/** @param share of the slots that such an upload may have, how many are taken: 0 to 1 */
export function paceTimes(share: number): number {
  return PACES.find(([above]) => share >= above)?.[1] ?? 1;
}

export interface ArrivingUpload {
  readonly standing: Standing;
  readonly receivedBytes: number;
  readonly ageMs: number;
}

/** The pace of a younger upload says nothing. */
const PACE_KNOWN_MS = 2_000;

/**
 * The upload that ends for another one when all slots are taken: of the accounts with the lowest standing, the slowest. Not
 * of the very youngest account, because an attacker's accounts are older than that of the member who comes after them.
 * @param standing of the account that waits; only those below it end, and those of new accounts for each other
 * @returns undefined if none may be ended
 */
export function uploadToEnd<U extends ArrivingUpload>(uploads: readonly U[], standing: Standing): U | undefined {
  const pace = ({ receivedBytes, ageMs }: U): number => receivedBytes / ageMs;
  return uploads
    .filter((upload) => upload.ageMs >= PACE_KNOWN_MS)
    .filter((upload) => upload.standing === 'new' || rankOf(upload.standing) < rankOf(standing))
    .sort((a, b) => rankOf(a.standing) - rankOf(b.standing) || pace(a) - pace(b))[0];
}
