/** The mails to admins about changes of admin accounts that need two admins. */
import { PATHS } from '../../core/paths.ts';
import { englishTime, type MailBrand, type RenderedMail, renderMail } from './template.ts';

export interface AdminNews {
  readonly brand: MailBrand;
  readonly step: 'proposed' | 'confirmed' | 'refused' | 'withdrawn' | 'outdated';
  readonly kind: 'add' | 'update' | 'delete' | 'factors';
  /** Name of the person whose account it is. */
  readonly name: string;
  /** Label, and value or old and new value. */
  readonly changes: readonly (readonly [label: string, value: string])[];
  /** Name of the admin who acted. */
  readonly by: string;
  readonly at: Date;
}

const WHAT = {
  add: 'New admin',
  update: 'Change of an account',
  delete: 'Deletion of an account',
  factors: 'Removal of second factors',
};
const STEP = {
  proposed: 'waits for a second admin',
  confirmed: 'was made',
  refused: 'was refused',
  withdrawn: 'was withdrawn',
  outdated: 'is outdated',
};
const BY = {
  proposed: 'Proposed by',
  confirmed: 'Confirmed by',
  refused: 'Refused by',
  withdrawn: 'Withdrawn by',
  outdated: 'Another change proposed by',
};
const NEXT = {
  proposed:
    'Nothing has changed yet. An admin can approve purchases and change payees, and a member’s account has their tokens and refunds: please ask the person themselves before you confirm.',
  confirmed:
    'The change is effective now. If you do not know why, please tell the other admins and a super admin immediately.',
  refused: 'Nothing has changed.',
  withdrawn: 'Nothing has changed.',
  outdated: 'Nothing has changed. Another change of this account waits for a second admin now.',
};

export function adminNews(news: AdminNews): RenderedMail {
  return renderMail(
    news.brand,
    `${WHAT[news.kind]} ${STEP[news.step]}: ${news.name}`,
    [
      { line: 'Hello,' },
      { facts: [...news.changes, [BY[news.step], news.by], ['When', englishTime(news.at)]] },
      { line: NEXT[news.step] },
      { link: 'Open User Manage', path: PATHS.userManage },
    ],
    `You are receiving this mail because you are an admin at ${news.brand.siteUrl}.`,
  );
}
