/** The mails to admins about API keys and webhooks. They contain no key and no secret. */
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
      { link: 'Open Developers', path: PATHS.developers },
    ],
    `You are receiving this mail because you are an admin at ${brand.siteUrl}.`,
  );
}

interface WebhookNews {
  readonly brand: MailBrand;
  readonly name: string;
  readonly url: string;
  readonly types: readonly string[];
  /** Name of the admin. */
  readonly by: string;
  readonly at: Date;
}

export function webhookAdded({ brand, name, url, types, by, at }: WebhookNews): RenderedMail {
  return renderMail(
    brand,
    'A webhook was added',
    [
      { line: 'Hello,' },
      {
        facts: [
          ['Name', name],
          ['Address', url],
          ['Events', types.length === 0 ? 'All' : types.join(', ')],
          ['Added by', by],
          ['When', englishTime(at)],
        ],
      },
      {
        line: 'Events of the company go to this address from now on, without personal data. If you do not know why, delete the webhook and block the account of this admin in User Manage.',
      },
      { link: 'Open Developers', path: PATHS.developers },
    ],
    `You are receiving this mail because you are an admin at ${brand.siteUrl}.`,
  );
}

interface MovedWebhook extends Pick<WebhookNews, 'brand' | 'name' | 'by' | 'at'> {
  /** The address before, and the new one. */
  readonly from: string;
  readonly to: string;
}

export function webhookMoved({ brand, name, from, to, by, at }: MovedWebhook): RenderedMail {
  return renderMail(
    brand,
    'The address of a webhook was changed',
    [
      { line: 'Hello,' },
      {
        facts: [
          ['Name', name],
          ['Address before', from],
          ['New address', to],
          ['Changed by', by],
          ['When', englishTime(at)],
        ],
      },
      {
        line: 'Events of the company go to the new address from now on, also those that wait. If you do not know why, delete the webhook and block the account of this admin in User Manage.',
      },
      { link: 'Open Developers', path: PATHS.developers },
    ],
    `You are receiving this mail because you are an admin at ${brand.siteUrl}.`,
  );
}

export function webhookPausedByAdmin({ brand, name, url, by, at }: Omit<WebhookNews, 'types'>): RenderedMail {
  return renderMail(
    brand,
    'A webhook was paused',
    [
      { line: 'Hello,' },
      {
        facts: [
          ['Name', name],
          ['Address', url],
          ['Paused by', by],
          ['When', englishTime(at)],
        ],
      },
      {
        line: 'Nothing more is sent to it until an admin resumes it; then it gets what it missed. If you do not know why, resume the webhook and block the account of this admin in User Manage.',
      },
      { link: 'Open Developers', path: PATHS.developers },
    ],
    `You are receiving this mail because you are an admin at ${brand.siteUrl}.`,
  );
}

interface EndedWebhook {
  readonly brand: MailBrand;
  readonly name: string;
  readonly url: string;
  readonly state: 'PAUSED' | 'DISABLED';
  /** Of the last try. */
  readonly error: string;
}

export function webhookEnded({ brand, name, url, state, error }: EndedWebhook): RenderedMail {
  const isPaused = state === 'PAUSED';
  return renderMail(
    brand,
    isPaused ? 'A webhook was paused' : 'A webhook was disabled',
    [
      { line: 'Hello,' },
      {
        facts: [
          ['Name', name],
          ['Address', url],
          ['Last try', error],
        ],
      },
      {
        line: isPaused
          ? 'Too many tries in a row failed, so nothing more is sent to it. No event is lost: once the receiver works again, resume the webhook, and it gets what it missed.'
          : 'The receiver wants no more events, so nothing more is sent to it. If that was a mistake, resume the webhook, and it gets what it missed.',
      },
      { link: 'Open Developers', path: PATHS.developers },
    ],
    `You are receiving this mail because you are an admin at ${brand.siteUrl}.`,
  );
}
