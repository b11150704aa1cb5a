/** The letters to admins about the accounts that buyers pay to. No full account number and no full UPI ID stands in them. */
import { formatFullDateTime } from '../core/format.ts';
import { PATHS } from '../core/paths.ts';
import { type Letter, letter, type MailBrand } from './letter.ts';

export interface AccountNews {
  readonly brand: MailBrand;
  readonly step: 'made' | 'proposed' | 'confirmed' | 'refused' | 'withdrawn';
  readonly what: 'added' | 'changed' | 'deleted';
  /** Bank and the last digits. */
  readonly account: string;
  /** Label, and what was and is; masked. */
  readonly changes: readonly (readonly [label: string, value: string])[];
  /** It becomes the primary account by this. */
  readonly isPrimary: boolean;
  /** It becomes active or inactive by this; null: neither. */
  readonly isActive: boolean | null;
  /** Name of the admin. */
  readonly by: string;
  readonly at: Date;
}

const TITLES = {
  made: {
    added: 'A payment account was added',
    changed: 'A payment account was changed',
    deleted: 'A payment account was deleted',
  },
  proposed: {
    added: 'A new payment account waits for a second admin',
    changed: 'A change of a payment account waits for a second admin',
    deleted: 'The deletion of a payment account waits for a second admin',
  },
  confirmed: {
    added: 'A payment account was added',
    changed: 'A payment account was changed',
    deleted: 'A payment account was deleted',
  },
  refused: {
    added: 'A new payment account was refused',
    changed: 'A change of a payment account was refused',
    deleted: 'The deletion of a payment account was refused',
  },
  withdrawn: {
    added: 'A new payment account was withdrawn',
    changed: 'A change of a payment account was withdrawn',
    deleted: 'The deletion of a payment account was withdrawn',
  },
} as const;

const BY = {
  made: 'Done by',
  proposed: 'Proposed by',
  confirmed: 'Confirmed by',
  refused: 'Refused by',
  withdrawn: 'Withdrawn by',
};

const NEXT = {
  made: 'Buyers pay to it from now on. If you do not know why, block the account of this admin in User Manage at once, check every payment account, and set the right details again.',
  proposed:
    'Nothing has changed yet. Please ask this admin in person, compare the details with a document of the bank, and then confirm or refuse.',
  confirmed:
    'It holds from now on. If you do not know why, block the accounts of the admins concerned in User Manage at once, check every payment account, and set the right details again.',
  refused: 'Nothing has changed.',
  withdrawn: 'Nothing has changed.',
};

export function accountNews(it: AccountNews): Letter {
  return letter(
    it.brand,
    TITLES[it.step][it.what],
    [
      { line: 'Hello,' },
      {
        facts: [
          ['Account', it.account],
          ...it.changes,
          ...(it.isPrimary ? ([['Primary', 'yes: buyers are shown this account first']] as const) : []),
          ...(it.isActive === null ? [] : ([['Active', it.isActive ? 'yes, from now on' : 'no longer']] as const)),
          [BY[it.step], it.by],
          ['When', formatFullDateTime(it.at)],
        ],
      },
      { line: NEXT[it.step] },
      { link: 'Open Manage Beneficiary', path: PATHS.beneficiary },
    ],
    `You are getting this mail because you are an admin at ${it.brand.siteUrl}.`,
  );
}
