/** The mails about the launch: to admins about its steps, to members about their wallet address. */
import { PATHS } from '../../core/paths.ts';
import { languageNow, t } from '../../core/texts.ts';
import { englishTime, greeting, type MailBrand, type RenderedMail, renderMail, toAccountHolder } from './template.ts';

export interface LaunchNews {
  readonly brand: MailBrand;
  readonly action: string;
  /** What the audit trail has of it. */
  readonly after: unknown;
  /** Name of the admin; null for what the program did. */
  readonly by: string | null;
  readonly at: Date;
}

const TITLES: Readonly<Record<string, string>> = {
  'launch.update': 'The settings of the launch were changed',
  'launch.step': 'The launch has moved to another state',
  'launch.propose': 'A step of the launch waits for a second admin',
  'launch.confirm': 'A step of the launch was confirmed',
  'launch.refuse': 'A change for the launch was refused',
  'launch.withdraw': 'A change for the launch was withdrawn',
  'launch.address': 'The wallet address of a member was changed for the launch',
  'launch.address.propose': 'The wallet address of a member waits for a second admin',
  'launch.pack': 'The launch pack is ready',
  'launch.pack.fail': 'The launch pack was not made',
};
const LABELS: Readonly<Record<string, string>> = {
  step: 'Step',
  state: 'State',
  reason: 'Reason',
  tokenAddress: 'Token address',
  chainId: 'Chain id',
  freezeAt: 'Freeze date',
  holders: 'Holders',
  failure: 'Why',
};
const VALUES: Readonly<Record<string, string>> = {
  collect: 'collect addresses',
  freeze: 'freeze sale and addresses',
  back: 'one step back',
  pack: 'make the pack',
  SELLING: 'selling',
  COLLECTING_ADDRESSES: 'collecting addresses',
  FROZEN: 'frozen',
  PACKED: 'packed',
};

/** What to do about what the program did. */
const NEXT: Readonly<Record<string, string>> = {
  'launch.pack':
    'Please compare its files with the sums on the screen before tokens are sent. Holders can download their claims now.',
  'launch.pack.fail': 'Sale and addresses stay frozen. Please correct what it says, then make the pack again.',
};

export function launchNews({ brand, action, after, by, at }: LaunchNews): RenderedMail {
  const facts = Object.entries(typeof after === 'object' && after !== null ? after : {}).flatMap(
    ([name, value]): [string, string][] => {
      const label = LABELS[name];
      if (label === undefined || value === null) return [];
      return [[label, VALUES[String(value)] ?? String(value)]];
    },
  );
  return renderMail(
    brand,
    TITLES[action] ?? 'News of the launch',
    [
      { line: 'Hello,' },
      { facts: [...facts, ...(by === null ? [] : [['By', by] as [string, string]]), ['When', englishTime(at)]] },
      {
        line:
          NEXT[action] ?? 'If you do not know why, please ask this admin in person before anything else is confirmed.',
      },
      { link: 'Open Launch', path: PATHS.launch },
    ],
    `You are receiving this mail because you are an admin at ${brand.siteUrl}.`,
  );
}

/** To a member whose address the admins have changed after the freeze. */
export function addressChanged({
  brand,
  name,
  walletAddress,
  reason,
}: {
  readonly brand: MailBrand;
  readonly name: string;
  readonly walletAddress: string;
  readonly reason: string;
}): RenderedMail {
  return renderMail(
    brand,
    t('Your wallet address was changed'),
    [
      greeting(name, languageNow()),
      { line: t('Two admins have changed the wallet address that receives your tokens at the launch.') },
      {
        facts: [
          [t('New address'), walletAddress],
          [t('Reason'), reason],
        ],
      },
      { line: t('If you have not asked for this, please contact our team immediately.') },
      { link: t('Open your profile'), path: PATHS.profile },
    ],
    toAccountHolder(brand),
    languageNow(),
  );
}
