/** The mails about second factors, to the owner of an account. */
import { englishTime, greeting, type MailBrand, type RenderedMail, renderMail } from './template.ts';

interface Facts {
  readonly brand: MailBrand;
  readonly name: string;
  readonly at: Date;
  readonly ip: string;
}

const reasonOf = (brand: MailBrand): string =>
  `You are receiving this mail because you have an account at ${brand.siteUrl}.`;

const NOT_YOU =
  'If this was not you, somebody else uses your account. Please tell another admin or the operator of the server immediately: they can remove your second factors and end all your sessions.';

function factsOf({ ip, at }: Facts) {
  return {
    facts: [
      ['Network address', ip],
      ['Time', englishTime(at)],
    ] as [string, string][],
  };
}

export type FactorChange = 'app-added' | 'app-removed' | 'codes-made';

const CHANGES: Readonly<Record<FactorChange, { readonly subject: string; readonly line: string }>> = {
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
};

export function factorChanged({ change, ...facts }: Facts & { readonly change: FactorChange }): RenderedMail {
  const { subject, line } = CHANGES[change];
  return renderMail(
    facts.brand,
    subject,
    [
      greeting(facts.name),
      { line },
      factsOf(facts),
      { line: 'If this was you, there is nothing more to do.' },
      { line: NOT_YOU },
    ],
    reasonOf(facts.brand),
  );
}

/** @param by who removed them, as 'Another admin' */
export function factorsReset({ by, ...facts }: Facts & { readonly by: string }): RenderedMail {
  return renderMail(
    facts.brand,
    'Your second factors were removed',
    [
      greeting(facts.name),
      {
        line: `${by} removed the passkeys, the authenticator app and the recovery codes of your account, and ended all its sessions. It signs in with one step until you add a second factor again.`,
      },
      factsOf(facts),
      { line: 'For 24 hours the account cannot change the accounts that buyers pay to.' },
      {
        line: 'If you did not ask for this, please set a new password and tell the other admins and the operator of the server immediately.',
      },
    ],
    reasonOf(facts.brand),
  );
}

/** @param left recovery codes that still work */
export function recoveryCodeUsed({ left, ...facts }: Facts & { readonly left: number }): RenderedMail {
  const rest = left === 1 ? 'One code is' : `${left} codes are`;
  return renderMail(
    facts.brand,
    'A recovery code of your account was used',
    [
      greeting(facts.name),
      { line: 'Somebody entered one of your recovery codes in place of your second factor. That code is used up.' },
      factsOf(facts),
      { line: `If this was you: ${rest} left. Make new ones on the page Security before they run out.` },
      { line: NOT_YOU },
    ],
    reasonOf(facts.brand),
  );
}
