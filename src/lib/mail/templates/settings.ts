/** The mails to admins about the company's settings. */
import { PATHS } from '../../core/paths.ts';
import { englishTime, type MailBrand, type RenderedMail, renderMail } from './template.ts';

export interface SettingsNews {
  readonly brand: MailBrand;
  readonly step: 'made' | 'proposed' | 'confirmed' | 'refused' | 'withdrawn';
  /** Label, and old and new value. */
  readonly changes: readonly (readonly [label: string, value: string])[];
  /** Name of the admin. */
  readonly by: string;
  readonly at: Date;
}

const TITLES = {
  made: 'The settings were changed',
  proposed: 'A change of the settings waits for a second admin',
  confirmed: 'The settings were changed',
  refused: 'A change of the settings was refused',
  withdrawn: 'A change of the settings was withdrawn',
};
const BY = {
  made: 'Changed by',
  proposed: 'Proposed by',
  confirmed: 'Confirmed by',
  refused: 'Refused by',
  withdrawn: 'Withdrawn by',
};
const NEXT = {
  made: 'The change is effective now; purchases that were submitted earlier stay as they are. If you do not know why, block the account of this admin in User Manage and enter the right values again.',
  proposed:
    'This change needs two admins, so nothing has changed yet. Please ask this admin in person before you confirm.',
  confirmed:
    'The change is effective now. If you do not know why, block the accounts of the admins concerned in User Manage and enter the right values again.',
  refused: 'Nothing has changed.',
  withdrawn: 'Nothing has changed.',
};

export function settingsNews(news: SettingsNews): RenderedMail {
  return renderMail(
    news.brand,
    TITLES[news.step],
    [
      { line: 'Hello,' },
      { facts: [...news.changes, [BY[news.step], news.by], ['When', englishTime(news.at)]] },
      { line: NEXT[news.step] },
      { link: 'Open Settings', path: PATHS.settings },
    ],
    `You are receiving this mail because you are an admin at ${news.brand.siteUrl}.`,
  );
}
