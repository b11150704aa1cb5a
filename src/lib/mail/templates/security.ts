/** The mails that warn the owner of an account. */
import { PATHS } from '../../core/paths.ts';
import { englishTime, greeting, type MailBrand, type RenderedMail, renderMail } from './template.ts';

interface Warning {
  readonly brand: MailBrand;
  readonly name: string;
  readonly at: Date;
  readonly ip: string;
  /** Super admins have no password: their mailbox and their passkeys are their keys. */
  readonly isSuperAdmin: boolean;
}

const reasonOf = (brand: MailBrand): string =>
  `You are receiving this mail because you have an account at ${brand.siteUrl}.`;

/** @param device as 'Chrome on Android' */
export function newDevice({ brand, name, at, ip, device, isSuperAdmin }: Warning & { device: string }): RenderedMail {
  return renderMail(
    brand,
    'A new device logged in to your account',
    [
      greeting(name),
      { line: 'A device that has not been used before logged in to the administration with your account.' },
      {
        facts: [
          ['Device', device],
          ['Network address', ip],
          ['Time', englishTime(at)],
        ],
      },
      { line: 'If this was you, there is nothing more to do.' },
      ...(isSuperAdmin
        ? [
            {
              line: 'If this was not you, somebody can read your mail or has one of your passkeys. Please secure your mailbox and your devices immediately and tell the operator of the server.',
            },
          ]
        : [
            { line: 'If this was not you, please set a new password immediately and tell the other admins.' },
            { link: 'Set a new password', path: PATHS.forgotPassword },
          ]),
    ],
    reasonOf(brand),
  );
}

/** @param what was entered wrongly many times */
export function failedAttempts({
  brand,
  name,
  at,
  ip,
  what,
  isSuperAdmin,
}: Warning & { what: 'passwords' | 'codes' }): RenderedMail {
  return renderMail(
    brand,
    'Someone is trying to log in to your account',
    [
      greeting(name),
      {
        line: `Many wrong ${what} were entered for your account. None of these attempts succeeded, and your account is not locked.`,
      },
      {
        facts: [
          ['Network address of the last attempt', ip],
          ['Time', englishTime(at)],
        ],
      },
      { line: 'If this was you, there is nothing more to do.' },
      ...(isSuperAdmin || what === 'codes'
        ? [
            {
              line: 'If this was not you, please do not share any code with anyone, and let us know if it happens again.',
            },
          ]
        : [
            { line: 'If this was not you, please check that you use this password nowhere else, or set a new one.' },
            { link: 'Set a new password', path: PATHS.forgotPassword },
          ]),
    ],
    reasonOf(brand),
  );
}

export type PasskeyChange = 'added' | 'removed';

/** @param passkey the name that its owner gave it */
export function passkeyChanged({
  brand,
  name,
  at,
  ip,
  passkey,
  change,
}: Omit<Warning, 'isSuperAdmin'> & { passkey: string; change: PasskeyChange }): RenderedMail {
  return renderMail(
    brand,
    `A passkey was ${change} ${change === 'added' ? 'to' : 'from'} your account`,
    [
      greeting(name),
      {
        line:
          change === 'added'
            ? 'A passkey was added to your account. It logs in by itself, without a password or a code.'
            : 'A passkey was removed from your account. It does not log in any more.',
      },
      {
        facts: [
          ['Passkey', passkey],
          ['Network address', ip],
          ['Time', englishTime(at)],
        ],
      },
      { line: 'If this was you, there is nothing more to do.' },
      {
        line: 'If this was not you, somebody else uses your account. Please tell the operator of the server immediately: the operator can remove all passkeys and end all sessions.',
      },
    ],
    reasonOf(brand),
  );
}
