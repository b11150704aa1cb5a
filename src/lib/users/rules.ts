export type Role = 'USER' | 'ADMIN';
export type AccountStatus = 'ACTIVE' | 'INACTIVE' | 'BLOCKED';

/** Douglas Crockford's base 32: no I, L, O or U, so that an ID can be read out. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const MEMBER_ID_RANDOM = 7;

/** The member ID, from at least seven random bytes: the token's symbol and seven characters, 2^35 of them. */
export function memberIdFromBytes(symbol: string, random: Uint8Array): string {
  if (random.length < MEMBER_ID_RANDOM) throw new RangeError('memberIdFromBytes needs seven random bytes');
  let id = symbol.toUpperCase();
  // 32 divides 256, so each character is equally likely.
  for (const byte of random.subarray(0, MEMBER_ID_RANDOM)) id += CROCKFORD.charAt(byte % 32);
  return id;
}

/** Age from which one may buy: majority in India (Majority Act, section 3). */
export const ADULT_YEARS = 18;

/** Both as YYYY-MM-DD, `today` in India. Who is born on 29 February comes of age on 1 March. */
export function isAdult(dateOfBirth: string, today: string): boolean {
  const year = String(Number(dateOfBirth.slice(0, 4)) + ADULT_YEARS).padStart(4, '0');
  return `${year}${dateOfBirth.slice(4)}` <= today;
}

/** The latest day on which somebody was born who is an adult `today`; both as YYYY-MM-DD. */
export function latestAdultBirthday(today: string): string {
  const day = `${String(Number(today.slice(0, 4)) - ADULT_YEARS).padStart(4, '0')}${today.slice(4)}`;
  // Eighteen years from a leap year is none.
  return day.endsWith('02-29') ? `${day.slice(0, 8)}28` : day;
}

/** 'XXXX XXXX 1234' of the last four digits, all that is kept of an Aadhaar number by default. */
export function maskAadhaar(last4: string): string {
  return `XXXX XXXX ${last4}`;
}

/** What an admin may do to an account, where not everything is allowed. */
export interface AccountChange {
  readonly actorId: string;
  readonly target: { readonly id: string; readonly role: Role; readonly status: AccountStatus };
  /** Active admins of the company, the target among them if it is one. */
  readonly activeAdmins: number;
  readonly to: { readonly role?: Role | undefined; readonly status?: AccountStatus | undefined } | 'deleted';
}

/** Why the change is refused, null if it is not: nobody shuts out themselves, nor the last admin. */
export function accountChangeProblem({ actorId, target, activeAdmins, to }: AccountChange): string | null {
  const deleted = to === 'deleted';
  const demoted = !deleted && to.role === 'USER' && target.role === 'ADMIN';
  const shut = !deleted && to.status !== undefined && to.status !== 'ACTIVE' && target.status === 'ACTIVE';
  if (!deleted && !demoted && !shut) return null;
  const doing = deleted
    ? 'delete'
    : demoted
      ? 'take the admin role from'
      : to.status === 'BLOCKED'
        ? 'block'
        : 'deactivate';
  if (target.id === actorId) return `You cannot ${doing} your own account.`;
  if (target.role === 'ADMIN' && target.status === 'ACTIVE' && activeAdmins <= 1)
    return `You cannot ${doing} the last admin.`;
  return null;
}

/** Which changes end the account's sessions at once. */
export function endsSessions(
  before: { role: Role; status: AccountStatus },
  after: { role: Role; status: AccountStatus },
): boolean {
  return before.role !== after.role || (before.status === 'ACTIVE' && after.status !== 'ACTIVE');
}

/** How deleting an account goes: without money or stock the row goes, else only the personal data (decisions, point 2). */
export function deletionOf(account: { purchases: number; stockEntries: number }): 'remove' | 'erase' {
  return account.purchases === 0 && account.stockEntries === 0 ? 'remove' : 'erase';
}
