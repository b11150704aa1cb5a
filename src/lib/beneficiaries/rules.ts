/** The six fields of an account (docs/product.md). */
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

/** Of the first start, and of the account that a demonstration adds. */
const EXAMPLE_IFSC_CODES: readonly string[] = ['EXAM0000001', 'SHYB0000411'];
const EXAMPLE_BANK_NAME = 'Example Bank';

/** Whether the bank details are those of the first start or of a demonstration, or have an account number that no bank gives. */
export function isExampleBank({ bankName, ifscCode, accountNumber }: AccountDetails): boolean {
  return bankName === EXAMPLE_BANK_NAME || EXAMPLE_IFSC_CODES.includes(ifscCode) || /^0+$/.test(accountNumber);
}

/** Whether the UPI ID is the first start's: no provider has the handle `@example`. */
export function isExampleUpi({ upi }: Pick<AccountDetails, 'upi'>): boolean {
  return /@example$/i.test(upi);
}

/** An account without what is an example of it. */
export function withoutExamples<T extends AccountDetails>(account: T): T {
  return {
    ...account,
    ...(isExampleBank(account) && { bankName: '', branch: '', accountNumber: '', ifscCode: '' }),
    ...(isExampleUpi(account) && { upi: '' }),
  };
}

/** What buyers read while an account has example details. */
export const EXAMPLE_NOTICE = 'These are example payment details. Please do not pay to them.';
export const EXAMPLES_CLOSED =
  'Bank and UPI payments are not open yet: our team has not entered its payment details. Please come back later.';

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

/** Most accounts of one company, active or not. */
export const ACCOUNTS_MAX = 20;

/** The payment screen shows a change of an account for this long. */
export const CHANGE_NOTICE_HOURS = 24;

/** What a session knows of the accounts. */
export interface Seen {
  readonly signedInAt: Date;
  /** Versions shown, by account id; null if it was shown no accounts. */
  readonly versions: Readonly<Record<string, number>> | null;
}

/**
 * Whether a session knows the present version of an account: it was shown this version, or it was never shown the account
 * and the account has not changed since the sign-in.
 * @param changedAt when this version was made
 */
export function isKnown(
  { signedInAt, versions }: Seen,
  account: Pick<Account, 'id' | 'version'>,
  changedAt: Date,
): boolean {
  const seen = versions?.[account.id];
  return seen === undefined ? changedAt < signedInAt : seen === account.version;
}

/** The time of a change while the payment screen shows it, else null. */
export function recentChange(changedAt: Date | null, now: Date): Date | null {
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

/** A field before and after a change; null without an account before or after. */
export interface ChangedLine {
  readonly name: DetailName | 'isPrimary' | 'isActive';
  readonly label: string;
  readonly was: string | null;
  readonly is: string | null;
}

/** The lines of a change: all details of a new or deleted account, else those that differ. */
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

export interface WantedFlags {
  readonly isPrimary?: boolean | undefined;
  readonly isActive?: boolean | undefined;
}

/**
 * The flags of an account after a change: the first active account is the primary one, an inactive one never is.
 * @param current null for a new account
 */
export function flagsAfter(
  accounts: readonly Account[],
  current: Account | null,
  wanted: WantedFlags,
): { isPrimary: boolean; isActive: boolean } {
  const isActive = wanted.isActive ?? current?.isActive ?? true;
  const isOtherPrimary = accounts.some((it) => it.isPrimary && it.id !== current?.id);
  const isWanted = wanted.isPrimary ?? current?.isPrimary ?? false;
  return { isActive, isPrimary: isActive && (isWanted || !isOtherPrimary) };
}

/**
 * Why an account can't be added or changed so; null if it can.
 * @param current null for a new account
 */
export function accountProblem(
  accounts: readonly Account[],
  current: Account | null,
  details: AccountDetails,
  wanted: WantedFlags,
): string | null {
  if (!current && accounts.length >= ACCOUNTS_MAX)
    return `A company can keep at most ${ACCOUNTS_MAX} accounts. Please delete one that is no longer used.`;
  if (accounts.some((it) => it.id !== current?.id && changedDetails(it, details).length === 0))
    return 'An account with exactly these details is already on the list.';
  if (wanted.isPrimary && !flagsAfter(accounts, current, wanted).isActive)
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

/** 'ending 1234': enough to recognise an account, too little to pay to it. */
export function maskAccountNumber(accountNumber: string): string {
  return accountNumber === '' ? 'none' : `ending ${accountNumber.slice(-4)}`;
}

/** Name of an account in labels, questions and mails. */
export function accountName({ bankName, accountNumber }: Pick<AccountDetails, 'bankName' | 'accountNumber'>): string {
  return `${bankName}, account ${maskAccountNumber(accountNumber)}`;
}

/** 'co…@bank' */
export function maskUpi(upi: string): string {
  const [name = '', handle = ''] = upi.split('@');
  return upi === '' ? 'none' : `${name.slice(0, 2)}…@${handle}`;
}

/** A field's value as a mail may show it. */
export function masked(name: DetailName, value: string): string {
  if (name === 'accountNumber') return maskAccountNumber(value);
  if (name === 'upi') return maskUpi(value);
  return value === '' ? 'none' : value;
}
