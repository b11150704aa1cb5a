/** The mails about second factors, to the owner of an account. */

import { formatFullDateTime } from '../../core/format.ts';
import { PATHS } from '../../core/paths.ts';
import { type Label, languageNow, plural, t } from '../../core/texts.ts';
import { type Block, greeting, type MailBrand, type RenderedMail, renderMail, toAccountHolder } from './template.ts';

export interface SecurityFacts {
  readonly brand: MailBrand;
  readonly name: string;
  readonly at: Date;
  /** Where it was done. */
  readonly ip: string;
  /** Super admins have no password, and only the operator of the server can help them. */
  readonly isSuperAdmin: boolean;
}

/** What somebody else did to the account: where they did it is not for its owner to know. */
type FactsOfOthers = Omit<SecurityFacts, 'ip'> & { readonly ip: null };

/** A mail in the language that it is called in, with the facts and what to do if it was somebody else. */
export function securityMail(
  { brand, name, at, ip }: SecurityFacts | FactsOfOthers,
  subject: Label,
  { first, facts = [], last }: { first: string; facts?: readonly [string, string][]; last: readonly Block[] },
): RenderedMail {
  const where: [string, string][] = [
    ...(ip === null ? [] : [[t('Network address'), ip] satisfies [string, string]]),
    [t('Date and time'), formatFullDateTime(at)],
  ];
  const blocks = [greeting(name, languageNow()), { line: first }, { facts: [...facts, ...where] }, ...last];
  return renderMail(brand, t(subject), blocks, toAccountHolder(brand), languageNow());
}

/** What the owner does if somebody else did it. */
export function ifNotYou({ isSuperAdmin }: Pick<SecurityFacts, 'isSuperAdmin'>): Block[] {
  if (isSuperAdmin)
    return [
      {
        line: 'If this was not you, somebody else uses your account. Please tell the operator of the server immediately: the operator can remove your second factors and end all your sessions.',
      },
    ];
  return [
    {
      line: t(
        'If this was not you, somebody else uses your account. Please set a new password and tell the team immediately: the team can remove your second factors and end all your sessions.',
      ),
    },
    { link: t('Set a new password'), path: PATHS.forgotPassword },
  ];
}

/** Opens one try: strangers have used up the others. @param path of the page, with its token */
export function letIn({ path, ...facts }: SecurityFacts & { readonly path: string }): RenderedMail {
  return securityMail(facts, 'Open one try to log in to your account', {
    first: t(
      'Many wrong codes were typed for your account from browsers that never logged in to it, so that new browsers have to wait. If you are logging in just now, open this link in the same browser within an hour, and log in again.',
    ),
    last: [{ link: t('Open one try'), path }, ...ifNotYou(facts)],
  });
}

export type FactorChange = 'app-added' | 'app-removed' | 'codes-made';

const CHANGES = {
  'app-added': {
    subject: 'An authenticator app was added to your account',
    line: 'An authenticator app was added to your account. Each sign-in asks for its code from now on.',
  },
  'app-removed': {
    subject: 'The authenticator app was removed from your account',
    line: 'The authenticator app was removed from your account. Its codes do not work any more.',
  },
  'codes-made': {
    subject: 'New recovery codes were made for your account',
    line: 'New recovery codes were made for your account. The codes before them do not work any more.',
  },
} as const satisfies Record<FactorChange, { readonly subject: Label; readonly line: Label }>;

export function factorChanged({ change, ...facts }: SecurityFacts & { readonly change: FactorChange }): RenderedMail {
  const { subject, line } = CHANGES[change];
  return securityMail(facts, subject, {
    first: t(line),
    last: [{ line: t('If this was you, there is nothing more to do.') }, ...ifNotYou(facts)],
  });
}

/** @param admin who removed them; null for the operator of the server */
export function factorsReset({ admin, ...facts }: FactsOfOthers & { readonly admin: string | null }): RenderedMail {
  return securityMail(facts, 'Your second factors were removed', {
    first:
      admin === null
        ? t(
            'The operator of the server removed the passkeys, the authenticator app and the recovery codes of your account, and ended all its sessions. It signs in with one step until you add a second factor again.',
          )
        : t(
            '{name} of the team removed the passkeys, the authenticator app and the recovery codes of your account, and ended all its sessions. It signs in with one step until you add a second factor again.',
            { name: admin },
          ),
    last: [
      {
        line: t(
          'For 72 hours the account cannot change where money or tokens go: the accounts that buyers pay to, the account of a refund, and the wallet address.',
        ),
      },
      ...(facts.isSuperAdmin
        ? [{ line: 'If you did not ask for this, please tell the operator of the server immediately.' }]
        : [
            { line: t('If you did not ask for this, please set a new password and tell the team immediately.') },
            { link: t('Set a new password'), path: PATHS.forgotPassword },
          ]),
    ],
  });
}

/** @param left recovery codes that still work */
export function recoveryCodeUsed({ left, ...facts }: SecurityFacts & { readonly left: number }): RenderedMail {
  const rest = t(plural(left, 'If this was you: {count} code is left.', 'If this was you: {count} codes are left.'), {
    count: left,
  });
  return securityMail(facts, 'A recovery code of your account was used', {
    first: t('Somebody entered one of your recovery codes in place of your second factor. That code is used up.'),
    last: [{ line: `${rest} ${t('Make new ones on the page Security before they run out.')}` }, ...ifNotYou(facts)],
  });
}
