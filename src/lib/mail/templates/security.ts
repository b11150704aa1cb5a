/** The mails that warn the owner of an account. */
import { PATHS } from '../../core/paths.ts';
import { t } from '../../core/texts.ts';
import { ifNotYou, type SecurityFacts, securityMail } from './factors.ts';
import { englishTime, greeting, type MailBrand, nameShown, type RenderedMail, renderMail } from './template.ts';

type Warning = SecurityFacts;

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
export function failedAttempts({ what, ...facts }: Warning & { what: 'passwords' | 'codes' }): RenderedMail {
  const isCode = facts.isSuperAdmin || what === 'codes';
  return securityMail(facts, 'Someone is trying to log in to your account', {
    first:
      what === 'codes'
        ? t(
            'Many wrong codes were entered for your account. None of these attempts succeeded, and your account is not locked.',
          )
        : t(
            'Many wrong passwords were entered for your account. None of these attempts succeeded, and your account is not locked.',
          ),
    last: [
      { line: t('If this was you, there is nothing more to do.') },
      ...(isCode
        ? [
            {
              line: t(
                'If this was not you, please do not share any code with anyone, and let us know if it happens again.',
              ),
            },
          ]
        : [
            {
              line: t('If this was not you, please check that you use this password nowhere else, or set a new one.'),
            },
            { link: t('Set a new password'), path: PATHS.forgotPassword },
          ]),
    ],
  });
}

export type PasskeyChange = 'added' | 'removed';

/** @param passkey the name that it was given, maybe by a thief: one that says where to pay is left out */
export function passkeyChanged({
  passkey,
  change,
  ...facts
}: Warning & { passkey: string; change: PasskeyChange }): RenderedMail {
  const isNew = change === 'added';
  const shown = nameShown(passkey);
  return securityMail(
    facts,
    isNew ? 'A passkey was added to your account' : 'A passkey was removed from your account',
    {
      first: isNew
        ? t('A passkey was added to your account. It logs in by itself, without a password or a code.')
        : t('A passkey was removed from your account. It does not log in any more.'),
      facts: shown === null ? [] : [[t('Passkey'), shown]],
      last: [{ line: t('If this was you, there is nothing more to do.') }, ...ifNotYou(facts)],
    },
  );
}
