/** The letters to admins about the company's settings. */
import { formatFullDateTime } from '../core/format.ts';
import { PATHS } from '../core/paths.ts';
import { type Letter, letter, type MailBrand } from './letter.ts';

export interface SettingsNews {
  readonly brand: MailBrand;
  readonly step: 'made' | 'proposed' | 'confirmed' | 'refused' | 'withdrawn';
  /** Label, and what was and is. */
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
  made: 'It holds from now on; purchases that were submitted before stay as they are. If you do not know why, block the account of this admin in User Manage and set the right values again.',
  proposed:
    'It makes a rule of two admins weaker, so nothing has changed yet. Please ask this admin in person before you confirm.',
  confirmed:
    'It holds from now on. If you do not know why, block the accounts of the admins concerned in User Manage and set the right values again.',
  refused: 'Nothing has changed.',
  withdrawn: 'Nothing has changed.',
};

export function settingsNews(it: SettingsNews): Letter {
  return letter(
    it.brand,
    TITLES[it.step],
    [
      { line: 'Hello,' },
      { facts: [...it.changes, [BY[it.step], it.by], ['When', formatFullDateTime(it.at)]] },
      { line: NEXT[it.step] },
      { link: 'Open Settings', path: PATHS.settings },
    ],
    `You are getting this mail because you are an admin at ${it.brand.siteUrl}.`,
  );
}
