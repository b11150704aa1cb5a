/** The mails to admins about API keys. They contain no key. */
import { PATHS } from '../../core/paths.ts';
import { englishTime, type MailBrand, type RenderedMail, renderMail } from './template.ts';

interface KeyNews {
  readonly brand: MailBrand;
  readonly name: string;
  /** The first characters of the key. */
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly networks: readonly string[];
  readonly expiresAt: Date;
  /** Name of the admin. */
  readonly by: string;
  readonly at: Date;
}

export function keyAdded({ brand, name, hint, scopes, networks, expiresAt, by, at }: KeyNews): RenderedMail {
  return renderMail(
    brand,
    'An API key was made',
    [
      { line: 'Hello,' },
      {
        facts: [
          ['Name', name],
          ['Begins with', hint],
          ['Scopes', scopes.join(', ')],
          ['IP addresses', networks.length === 0 ? 'All' : networks.join(', ')],
          ['Works until', englishTime(expiresAt)],
          ['Made by', by],
          ['When', englishTime(at)],
        ],
      },
      {
        line: 'A program that has this key acts for this admin within these scopes. If you do not know why, revoke the key and block the account of this admin in User Manage.',
      },
      { link: 'Open Settings', path: PATHS.settings },
    ],
    `You are receiving this mail because you are an admin at ${brand.siteUrl}.`,
  );
}
