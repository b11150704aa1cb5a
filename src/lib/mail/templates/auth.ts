/** The mails about accounts and codes. A code is never in a subject: subjects are listed, logged and shown on locked phones. */
import { CONTACT_PATH, PATHS } from '../../core/paths.ts';
import { languageNow, plural, t } from '../../core/texts.ts';
import { inLanguage } from '../../languages/service.ts';
import { type Block, greeting, type MailBrand, type RenderedMail, renderMail, toAccountHolder } from './template.ts';

interface Coded {
  readonly brand: MailBrand;
  readonly code: string;
  readonly validSeconds: number;
}

interface ToPerson {
  readonly brand: MailBrand;
  readonly name: string;
}

function entered(brand: MailBrand): string {
  return t('You are receiving this mail because this address was entered at {site}.', { site: brand.siteUrl });
}

/** 600 is '10 minutes', 180 is '3 minutes', 90 is '90 seconds'. */
function span(seconds: number): string {
  if (seconds % 60 !== 0) return t('{count} seconds', { count: seconds });
  return t(plural(seconds / 60, '{count} minute', '{count} minutes'), { count: seconds / 60 });
}

function codeBlocks({ code, validSeconds }: Coded, use: string): Block[] {
  return [
    { line: use },
    { code },
    { line: t('The code is valid for {span} and works once. A newer code replaces it.', { span: span(validSeconds) }) },
    { line: t('Please do not share it with anyone. Our team will never ask you for it.') },
  ];
}

/** The owner of the address is not proven yet, so the mail contains nothing that was typed into the form. */
export function registrationCode(data: Coded): RenderedMail {
  const { brand, validSeconds } = data;
  const blocks = [
    { line: t('Hello,') },
    ...codeBlocks(
      data,
      t('Thank you for your interest in {name}. Please enter this code to create your account:', { name: brand.name }),
    ),
    { line: t('If you did not ask for this code, please ignore this mail. No account is created without it.') },
  ];
  return {
    ...renderMail(brand, t('Your code to join {name}', { name: brand.name }), blocks, entered(brand), languageNow()),
    validSeconds,
  };
}

/** Sent instead of the registration code if the address has an account: only its owner learns that. */
export function alreadyRegistered({ brand }: { brand: MailBrand }): RenderedMail {
  return renderMail(
    brand,
    t('You already have an account with {name}', { name: brand.name }),
    [
      { line: t('Hello,') },
      {
        line: t(
          'Someone, most likely you, asked to register at {name} with this address. You already have an account, so please log in with your email and password.',
          { name: brand.name },
        ),
      },
      { link: t('Log in'), path: PATHS.login },
      { line: t('If you do not remember your password, you can set a new one.') },
      { link: t('Set a new password'), path: PATHS.forgotPassword },
      { line: t('If you did not ask for this, please ignore this mail. Your account is unchanged.') },
    ],
    entered(brand),
    languageNow(),
  );
}

export function passwordResetCode(data: Coded & ToPerson): RenderedMail {
  const { brand, validSeconds } = data;
  const blocks = [
    greeting(data.name, languageNow()),
    ...codeBlocks(
      data,
      t('Please enter this code to set a new password for your {name} account:', { name: brand.name }),
    ),
    { line: t('If you did not ask for this code, please ignore this mail. Your password stays as it is.') },
  ];
  return {
    ...renderMail(
      brand,
      t('Your code to set a new {name} password', { name: brand.name }),
      blocks,
      toAccountHolder(brand),
      languageNow(),
    ),
    validSeconds,
  };
}

/** In English, as every mail to admins. */
export function superAdminCode(data: Coded): RenderedMail {
  return inLanguage('en', () => {
    const { brand, validSeconds } = data;
    const blocks = [
      { line: 'Hello,' },
      ...codeBlocks(data, 'Please enter this code to log in as super admin:'),
      {
        line: 'If you did not ask for this code, please ignore this mail, and let your team know if it happens again.',
      },
    ];
    return { ...renderMail(brand, 'Your super admin login code', blocks, entered(brand)), validSeconds };
  });
}

/** In English, as every mail to admins. */
export function superAdminConfirmCode(data: Coded): RenderedMail {
  return inLanguage('en', () => {
    const { brand, validSeconds } = data;
    const blocks = [
      { line: 'Hello,' },
      ...codeBlocks(data, 'Please enter this code to confirm your change as super admin:'),
      {
        line: 'If you are not making a change right now, somebody else uses your session. Please log out and let your team know.',
      },
    ];
    return { ...renderMail(brand, 'Your code to confirm a change', blocks, entered(brand)), validSeconds };
  });
}

/** Factors that a new password by mail removed, because they were added shortly before. */
interface DroppedFactors {
  readonly passkeys: number;
  readonly hasApp: boolean;
  readonly hasCodes: boolean;
}

function droppedBlocks({ passkeys, hasApp, hasCodes }: DroppedFactors): Block[] {
  return [
    {
      line: t(
        'Second factors of the last 7 days were removed, so that nobody signs in with one that you did not add. Please add yours again on the page Security.',
      ),
    },
    {
      facts: [
        ...(passkeys > 0 ? [[t('Passkey'), t('removed')] satisfies [string, string]] : []),
        ...(hasApp ? [[t('Authenticator app'), t('removed')] satisfies [string, string]] : []),
        ...(hasCodes ? [[t('Recovery codes'), t('removed')] satisfies [string, string]] : []),
      ],
    },
    {
      line: t(
        'For 72 hours the account cannot change where money or tokens go: the accounts that buyers pay to, the account of a refund, and the wallet address.',
      ),
    },
  ];
}

/** @param dropped null or missing if nothing was removed */
export function passwordChanged({
  brand,
  name,
  dropped = null,
}: ToPerson & { readonly dropped?: DroppedFactors | null }): RenderedMail {
  return renderMail(
    brand,
    t('Your {name} password was changed', { name: brand.name }),
    [
      greeting(name, languageNow()),
      {
        line: t(
          'The password of your account was changed just now. For your safety, all other devices have been logged out.',
        ),
      },
      ...(dropped === null ? [] : droppedBlocks(dropped)),
      { line: t('If this was you, there is nothing more to do.') },
      { line: t('If this was not you, please set a new password immediately and then write to us.') },
      { link: t('Set a new password'), path: PATHS.forgotPassword },
    ],
    toAccountHolder(brand),
    languageNow(),
  );
}

export function welcome({ brand, name, memberId }: ToPerson & { memberId: string }): RenderedMail {
  return renderMail(
    brand,
    t('Welcome to {name}', { name: brand.name }),
    [
      greeting(name, languageNow()),
      { line: t('A warm welcome to {name}. Your account is ready.', { name: brand.name }) },
      { facts: [[t('Your member ID'), memberId]] },
      {
        line: t(
          'You may share your member ID with family and friends: they can enter it as the referral code when they register.',
        ),
      },
      { link: t('Log in'), path: PATHS.login },
    ],
    toAccountHolder(brand),
    languageNow(),
  );
}

/** To a person whose account an admin created. Contains no password: the owner of the mailbox sets one with a mailed code. */
export function invitation({ brand, name, email }: ToPerson & { email: string }): RenderedMail {
  return renderMail(
    brand,
    t('Your {name} account is ready', { name: brand.name }),
    [
      greeting(name, languageNow()),
      {
        line: t(
          'The {name} team has created an account for you. Please set your own password: open the page below, enter this address, and we will mail you a code.',
          { name: brand.name },
        ),
      },
      { facts: [[t('Your email'), email]] },
      { link: t('Set your password'), path: PATHS.forgotPassword },
      { line: t('If you were not expecting this, please ignore this mail.') },
    ],
    t('You are receiving this mail because the {name} team added this address at {site}.', {
      name: brand.name,
      site: brand.siteUrl,
    }),
    languageNow(),
  );
}

export function accountVerified({ brand, name }: ToPerson): RenderedMail {
  return renderMail(
    brand,
    t('Your {name} account is verified', { name: brand.name }),
    [
      greeting(name, languageNow()),
      { line: t('Good news: our team has verified your account.') },
      { link: t('Go to your dashboard'), path: PATHS.userDashboard },
    ],
    toAccountHolder(brand),
    languageNow(),
  );
}

export function accountBlocked({ brand, name }: ToPerson): RenderedMail {
  return renderMail(
    brand,
    t('Your {name} account is blocked', { name: brand.name }),
    [
      greeting(name, languageNow()),
      { line: t('Your account has been blocked by our team, and you have been logged out on all devices.') },
      { line: t('Your purchases and your stock stay on record as they are.') },
      { line: t('If you think that this is a mistake, please get in touch with the team and mention this address.') },
      { link: t('How to reach us'), path: CONTACT_PATH },
    ],
    toAccountHolder(brand),
    languageNow(),
  );
}

export function accountDeleted({ brand, name }: ToPerson): RenderedMail {
  return renderMail(
    brand,
    t('Your {name} account is closed', { name: brand.name }),
    [
      greeting(name, languageNow()),
      { line: t('Your account has been closed by our team and your personal details have been erased.') },
      { line: t('Where you have made purchases, only what the law and the stock ledger need stays on record.') },
      { line: t('If you think that this is a mistake, please get in touch with the team and mention this address.') },
      { link: t('How to reach us'), path: CONTACT_PATH },
    ],
    t('You are receiving this mail because you had an account at {site}.', { site: brand.siteUrl }),
    languageNow(),
  );
}
