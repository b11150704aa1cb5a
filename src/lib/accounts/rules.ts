import { CROCKFORD } from '../core/base32.ts';
import { BLANK_PASSWORD } from '../core/blank-password.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../core/bounds.ts';
import { cleanLine } from '../core/text.ts';
import { isMadeOfNames, plainForms } from './passwords/guessable.rules.ts';

export type Role = 'USER' | 'ADMIN';
export type AccountStatus = 'ACTIVE' | 'INACTIVE' | 'BLOCKED';

export const MOBILE_INVALID = 'Please enter a valid mobile number.';

const MEMBER_ID_RANDOM_LENGTH = 7;

/** The member ID: the token's symbol and seven random characters (2^35 values). @param random at least seven bytes */
export function memberIdFromBytes(symbol: string, random: Uint8Array): string {
  if (random.length < MEMBER_ID_RANDOM_LENGTH) throw new RangeError('memberIdFromBytes needs seven random bytes');
  let id = symbol.toUpperCase();
  // 32 divides 256, so each character is equally likely.
  for (const byte of random.subarray(0, MEMBER_ID_RANDOM_LENGTH)) id += CROCKFORD.charAt(byte % 32);
  return id;
}

/** The age of majority in India (Majority Act, section 3). */
export const ADULT_YEARS = 18;

/** Both as YYYY-MM-DD, `today` in India. People born on 29 February come of age on 1 March. */
export function isAdult(dateOfBirth: string, today: string): boolean {
  const year = String(Number(dateOfBirth.slice(0, 4)) + ADULT_YEARS).padStart(4, '0');
  return `${year}${dateOfBirth.slice(4)}` <= today;
}

/** The latest birthday of an adult; both as YYYY-MM-DD. */
export function latestAdultBirthday(today: string): string {
  const day = `${String(Number(today.slice(0, 4)) - ADULT_YEARS).padStart(4, '0')}${today.slice(4)}`;
  // The year 18 years before a leap year is not a leap year.
  return day.endsWith('02-29') ? `${day.slice(0, 8)}28` : day;
}

/** 'XXXX XXXX 1234'. Only the last four digits of an Aadhaar number are stored. */
export function maskAadhaar(last4: string): string {
  return `XXXX XXXX ${last4}`;
}

/** A change that an admin wants to make to an account. */
export interface AccountChange {
  readonly actorId: string;
  readonly target: { readonly id: string; readonly role: Role; readonly status: AccountStatus };
  /** Active admins of the company, including the target. */
  readonly activeAdmins: number;
  readonly to: { readonly role?: Role | undefined; readonly status?: AccountStatus | undefined } | 'deleted';
}

/** The reason to refuse the change, or null. Admins cannot remove their own access or the last admin's. */
export function accountChangeProblem({ actorId, target, activeAdmins, to }: AccountChange): string | null {
  const isDeletion = to === 'deleted';
  const isDemotion = !isDeletion && to.role === 'USER' && target.role === 'ADMIN';
  const endsAccess = !isDeletion && to.status !== undefined && to.status !== 'ACTIVE' && target.status === 'ACTIVE';
  if (!isDeletion && !isDemotion && !endsAccess) return null;
  const verb = isDeletion
    ? 'delete'
    : isDemotion
      ? 'take the admin role from'
      : to.status === 'BLOCKED'
        ? 'block'
        : 'deactivate';
  if (target.id === actorId) return `You cannot ${verb} your own account.`;
  if (target.role === 'ADMIN' && target.status === 'ACTIVE' && activeAdmins <= 1)
    return `You cannot ${verb} the last admin.`;
  return null;
}

/** Who may sign in to an account, and as what. */
interface Access {
  readonly role: Role;
  readonly status: AccountStatus;
  readonly email: string;
}

/** True if the change must end the account's sessions. */
export function endsSessions(before: Access, after: Access): boolean {
  if (before.role !== after.role || before.email !== after.email) return true;
  return before.status === 'ACTIVE' && after.status !== 'ACTIVE';
}

/**
 * Hours for which an account changes nothing about where money or tokens go, after somebody else moved it to another address or
 * removed its second factors: time for the owner to answer the mail about it.
 */
export const QUIET_HOURS = 72;

const isInQuietHours = (since: Date | null, now: Date): boolean =>
  since !== null && now.getTime() - since.getTime() < QUIET_HOURS * 3_600_000;

/** Whether the account is in its quiet hours. The columns are null where nobody else has changed it. */
export function isQuiet(
  account: { readonly email_changed_at: Date | null; readonly factors_reset_at: Date | null },
  now: Date,
): boolean {
  return isInQuietHours(account.email_changed_at, now) || isInQuietHours(account.factors_reset_at, now);
}

/** @param resetAt null if nobody has removed them */
export function isQuietAfterReset(resetAt: Date | null, now: Date): boolean {
  return isInQuietHours(resetAt, now);
}

/**
 * Whether the second factors of an account stay because an admin has just moved it to another address: the owner has the same
 * time to answer the mail to the old one.
 * @param changedAt null if no admin has changed the address
 */
export function keepsFactorsAfterMove(changedAt: Date | null, now: Date): boolean {
  return isInQuietHours(changedAt, now);
}

/** Whether an account that an admin has just moved to another address becomes no admin yet: its owner has the same time to answer. */
export function isTooNewForAdmin(changedAt: Date | null, now: Date): boolean {
  return isInQuietHours(changedAt, now);
}

/** The row is removed if it has no purchases and no stock; otherwise only the personal data (docs/contract.md, Account deletion). */
export function deletionMode(account: { purchases: number; stockEntries: number }): 'remove' | 'erase' {
  return account.purchases === 0 && account.stockEntries === 0 ? 'remove' : 'erase';
}

/**
 * The reason to refuse a new password, or null.
 * @param isCommon compares with the most used passwords; gets lower case
 * @param names of the person, the company and the token, and the mail address
 */
export function passwordProblem(
  password: string,
  isCommon: (plain: string) => boolean,
  names: readonly string[] = [],
): string | null {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH_MIN) return `The password needs at least ${PASSWORD_LENGTH_MIN} characters.`;
  if (password.length > PASSWORD_LENGTH_MAX) return `The password can have at most ${PASSWORD_LENGTH_MAX} characters.`;
  if (cleanLine(password) === '') return BLANK_PASSWORD;
  if ([...plainForms(password)].some(isCommon))
    return 'This password is among the most used ones. Please choose another.';
  if (isMadeOfNames(password, names))
    return 'This password is easy to guess, because it is made of a name. Please choose another.';
  return null;
}
