/** The mails to admins about the accounts that buyers pay to. They contain no full account number or UPI ID. */
import { PATHS } from '../../core/paths.ts';
import { englishTime, type MailBrand, type RenderedMail, renderMail } from './template.ts';

export interface AccountNews {
  readonly brand: MailBrand;
  readonly step: 'made' | 'proposed' | 'confirmed' | 'refused' | 'withdrawn';
  readonly what: 'added' | 'changed' | 'deleted';
  /** Bank and the last digits. */
  readonly account: string;
  /** Label, and old and new value, masked. */
  readonly changes: readonly (readonly [label: string, value: string])[];
  /** Becomes the primary account. */
  readonly isPrimary: boolean;
  /** Becomes active or inactive; null for neither. */
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
  made: 'Buyers pay to it from now on. If you do not know why, block the account of this admin in User Manage immediately, check every payment account, and enter the right details again.',
  proposed:
    'Nothing has changed yet. Please ask this admin in person, compare the details with a document from the bank, and then confirm or refuse.',
  confirmed:
    'The change is effective now. If you do not know why, block the accounts of the admins concerned in User Manage immediately, check every payment account, and enter the right details again.',
  refused: 'Nothing has changed.',
  withdrawn: 'Nothing has changed.',
};

export function accountNews(news: AccountNews): RenderedMail {
  return renderMail(
    news.brand,
    TITLES[news.step][news.what],
    [
      { line: 'Hello,' },
      {
        facts: [
          ['Account', news.account],
          ...news.changes,
          ...(news.isPrimary ? ([['Primary', 'yes, buyers see this account first']] as const) : []),
          ...(news.isActive === null ? [] : ([['Active', news.isActive ? 'yes, from now on' : 'no longer']] as const)),
          [BY[news.step], news.by],
          ['When', englishTime(news.at)],
        ],
      },
      { line: NEXT[news.step] },
      { link: 'Open Manage Beneficiary', path: PATHS.beneficiary },
    ],
    `You are receiving this mail because you are an admin at ${news.brand.siteUrl}.`,
  );
}
