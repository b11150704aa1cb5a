/** The six fields of an account (spec point 3, 'Beneficiary'). */
export interface AccountDetails {
  readonly holderName: string;
  readonly bankName: string;
  readonly branch: string;
  readonly accountNumber: string;
  readonly ifscCode: string;
  readonly upi: string;
}

export interface Account extends AccountDetails {
  readonly id: string;
  readonly isPrimary: boolean;
  readonly isActive: boolean;
  /** Counts its changes. */
  readonly version: number;
}

export type DetailName = keyof AccountDetails;

/** What screens and mails call the fields, in the order in which they are shown. */
export const DETAIL_LABELS: Readonly<Record<DetailName, string>> = {
  holderName: 'Account holder',
  bankName: 'Bank name',
  branch: 'Branch',
  accountNumber: 'Account number',
  ifscCode: 'IFSC code',
  upi: 'UPI ID',
};
export const DETAIL_NAMES = Object.keys(DETAIL_LABELS) as readonly DetailName[];

/** Accounts of one company, active or not: more is nobody's work. */
export const ACCOUNTS_MAX = 20;

/** For so long after a change buyers are told of it on the payment screen. */
export const CHANGE_NOTICE_HOURS = 24;

/** What a session has been given of the accounts. */
export interface Seen {
  readonly signedInAt: Date;
  /** By the id of the account; null when it never asked. */
  readonly versions: Readonly<Record<string, number>> | null;
}

/**
 * Whether a session knows the account as it is now: it was given this very version, or it has never been given it and
 * nothing has changed since the sign-in.
 * @param changedAt when this version came about
 */
export function isKnown({ signedInAt, versions }: Seen, it: Pick<Account, 'id' | 'version'>, changedAt: Date): boolean {
  const seen = versions?.[it.id];
  return seen === undefined ? changedAt < signedInAt : seen === it.version;
}

/** The time of the change while buyers are told of it, else null. */
export function changeToTell(changedAt: Date | null, now: Date): Date | null {
  if (changedAt === null) return null;
  return now.getTime() - changedAt.getTime() < CHANGE_NOTICE_HOURS * 3_600_000 ? changedAt : null;
}

/** The names of the fields that differ. */
export function changedDetails(before: AccountDetails, after: AccountDetails): DetailName[] {
  return DETAIL_NAMES.filter((name) => before[name] !== after[name]);
}

export interface AccountState extends AccountDetails {
  readonly isPrimary: boolean;
  readonly isActive: boolean;
}

/** One line of what was and what will be; null where there is no account before, or none after. */
export interface ChangedLine {
  readonly name: DetailName | 'isPrimary' | 'isActive';
  readonly label: string;
  readonly was: string | null;
  readonly is: string | null;
}

/** What a change does, line by line: of a new or deleted account all its details, else those that differ. */
export function changedLines(before: AccountState | null, after: AccountState | null): ChangedLine[] {
  const names = before && after ? changedDetails(before, after) : DETAIL_NAMES;
  const lines: ChangedLine[] = names.map((name) => ({
    name,
    label: DETAIL_LABELS[name],
    was: before ? before[name] : null,
    is: after ? after[name] : null,
  }));
  const yesNo = (on: boolean): string => (on ? 'Yes' : 'No');
  const flags = [
    ['isPrimary', 'Primary account'],
    ['isActive', 'Active'],
  ] as const;
  for (const [name, label] of flags) {
    if (before && after ? before[name] === after[name] : name !== 'isPrimary') continue;
    lines.push({ name, label, was: before && yesNo(before[name]), is: after && yesNo(after[name]) });
  }
  return lines;
}

export interface Wanted {
  readonly isPrimary?: boolean | undefined;
  readonly isActive?: boolean | undefined;
}

/** What an account becomes: the first active one is the primary, and an inactive one never is. Null: a new account. */
export function standing(
  accounts: readonly Account[],
  current: Account | null,
  wanted: Wanted,
): { isPrimary: boolean; isActive: boolean } {
  const isActive = wanted.isActive ?? current?.isActive ?? true;
  const isOtherPrimary = accounts.some((it) => it.isPrimary && it.id !== current?.id);
  const isWanted = wanted.isPrimary ?? current?.isPrimary ?? false;
  return { isActive, isPrimary: isActive && (isWanted || !isOtherPrimary) };
}

/** Why an account can't be added or become so, null if it can. `current` null: a new account. */
export function accountProblem(
  accounts: readonly Account[],
  current: Account | null,
  details: AccountDetails,
  wanted: Wanted,
): string | null {
  if (!current && accounts.length >= ACCOUNTS_MAX)
    return `A company can keep at most ${ACCOUNTS_MAX} accounts. Please delete one that is no longer used.`;
  if (accounts.some((it) => it.id !== current?.id && changedDetails(it, details).length === 0))
    return 'An account with exactly these details is on the list already.';
  if (wanted.isPrimary && !standing(accounts, current, wanted).isActive)
    return 'Only an active account can be the primary one.';
  if (current?.isPrimary && wanted.isPrimary === false && wanted.isActive !== false)
    return 'Buyers need one primary account. Make another one primary instead.';
  if (current?.isPrimary && wanted.isActive === false) return otherActiveProblem(accounts, current);
  return null;
}

/** Why an account can't be deleted, null if it can. */
export function deleteProblem(accounts: readonly Account[], current: Account): string | null {
  return current.isPrimary ? otherActiveProblem(accounts, current) : null;
}

function otherActiveProblem(accounts: readonly Account[], current: Account): string | null {
  return accounts.some((it) => it.isActive && it.id !== current.id)
    ? 'This is the primary account. Make another one primary first.'
    : null;
}

/** 'ending 1234': enough to know an account by, too little to pay to. */
export function maskAccountNumber(accountNumber: string): string {
  return accountNumber === '' ? 'none' : `ending ${accountNumber.slice(-4)}`;
}

/** How an account is called in labels, questions and mails. */
export function accountName({ bankName, accountNumber }: Pick<AccountDetails, 'bankName' | 'accountNumber'>): string {
  return `${bankName}, account ${maskAccountNumber(accountNumber)}`;
}

/** 'co…@bank' */
export function maskUpi(upi: string): string {
  const [name = '', handle = ''] = upi.split('@');
  return upi === '' ? 'none' : `${name.slice(0, 2)}…@${handle}`;
}

/** A field's value as it may stand in a mail. */
export function masked(name: DetailName, value: string): string {
  if (name === 'accountNumber') return maskAccountNumber(value);
  if (name === 'upi') return maskUpi(value);
  return value === '' ? 'none' : value;
}
