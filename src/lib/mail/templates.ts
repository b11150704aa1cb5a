/** The letters about accounts and codes. A code is never in a subject: subjects are listed, logged and shown on locked phones. */
import { PATHS } from '../core/paths.ts';
import { type Block, greeting, type Letter, letter, type MailBrand } from './letter.ts';

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
  return `You are getting this mail because this address was entered at ${brand.siteUrl}.`;
}

function holder(brand: MailBrand): string {
  return `You are getting this mail because you have an account at ${brand.siteUrl}.`;
}

/** 600 is '10 minutes', 180 is '3 minutes', 90 is '90 seconds'. */
function span(seconds: number): string {
  if (seconds % 60 !== 0) return `${seconds} seconds`;
  return seconds === 60 ? '1 minute' : `${seconds / 60} minutes`;
}

function codeBlocks({ code, validSeconds }: Coded, use: string): Block[] {
  return [
    { line: use },
    { code },
    { line: `The code is valid for ${span(validSeconds)} and works once. A newer code replaces it.` },
    { line: 'Please do not share it with anyone. Our team will never ask you for it.' },
  ];
}

/** To an address that nobody has proved to own yet, so it holds nothing that the sender of the form has typed. */
export function registrationCode(it: Coded): Letter {
  const { brand, validSeconds } = it;
  const blocks = [
    { line: 'Hello,' },
    ...codeBlocks(it, `Thank you for your interest in ${brand.name}. Please enter this code to create your account:`),
    { line: 'If you did not ask for this code, please ignore this mail. No account is created without it.' },
  ];
  return { ...letter(brand, `Your code to join ${brand.name}`, blocks, entered(brand)), validSeconds };
}

/** In place of the registration code where the address has an account: only its owner learns that. */
export function alreadyRegistered({ brand }: { brand: MailBrand }): Letter {
  return letter(
    brand,
    `You already have an account with ${brand.name}`,
    [
      { line: 'Hello,' },
      {
        line: `Someone, most likely you, asked to register at ${brand.name} with this address. You already have an account, so there is nothing more to do: please log in with your email and password.`,
      },
      { link: 'Log in', path: PATHS.login },
      { line: 'If you do not remember your password, you can set a new one.' },
      { link: 'Set a new password', path: PATHS.forgotPassword },
      { line: 'If you did not ask for this, please ignore this mail. Your account is unchanged.' },
    ],
    entered(brand),
  );
}

export function passwordResetCode(it: Coded & ToPerson): Letter {
  const { brand, validSeconds } = it;
  const blocks = [
    greeting(it.name),
    ...codeBlocks(it, `Please enter this code to set a new password for your ${brand.name} account:`),
    { line: 'If you did not ask for this code, please ignore this mail. Your password stays as it is.' },
  ];
  return { ...letter(brand, `Your code to set a new ${brand.name} password`, blocks, holder(brand)), validSeconds };
}

export function superAdminCode(it: Coded): Letter {
  const { brand, validSeconds } = it;
  const blocks = [
    { line: 'Hello,' },
    ...codeBlocks(it, 'Please enter this code to log in as super admin:'),
    { line: 'If you did not ask for this code, please ignore this mail, and let your team know if it happens again.' },
  ];
  return { ...letter(brand, 'Your super admin login code', blocks, entered(brand)), validSeconds };
}

export function passwordChanged({ brand, name }: ToPerson): Letter {
  return letter(
    brand,
    `Your ${brand.name} password was changed`,
    [
      greeting(name),
      {
        line: 'The password of your account was changed just now. For your safety, all other devices have been logged out.',
      },
      { line: 'If this was you, there is nothing more to do.' },
      { line: 'If this was not you, please set a new password at once and then write to us.' },
      { link: 'Set a new password', path: PATHS.forgotPassword },
    ],
    holder(brand),
  );
}

export function welcome({ brand, name, memberId }: ToPerson & { memberId: string }): Letter {
  return letter(
    brand,
    `Welcome to ${brand.name}`,
    [
      greeting(name),
      { line: `A warm welcome to ${brand.name}. Your account is ready.` },
      { facts: [['Your member ID', memberId]] },
      {
        line: 'You may share your member ID with family and friends: they can enter it as the referral code when they register.',
      },
      { link: 'Log in', path: PATHS.login },
    ],
    holder(brand),
  );
}

/** For a person whose account an admin made. It holds no password and no key: the owner of the mailbox sets one by code. */
export function invitation({ brand, name, email }: ToPerson & { email: string }): Letter {
  return letter(
    brand,
    `Your ${brand.name} account is ready`,
    [
      greeting(name),
      {
        line: `The ${brand.name} team has created an account for you. Please set your own password: open the page below, enter this address, and we will mail you a code.`,
      },
      { facts: [['Your email', email]] },
      { link: 'Set your password', path: PATHS.forgotPassword },
      { line: 'If you were not expecting this, please ignore this mail.' },
    ],
    `You are getting this mail because the ${brand.name} team added this address at ${brand.siteUrl}.`,
  );
}

export function accountVerified({ brand, name }: ToPerson): Letter {
  return letter(
    brand,
    `Your ${brand.name} account is verified`,
    [
      greeting(name),
      { line: 'Good news: our team has verified your account.' },
      { link: 'Go to your dashboard', path: PATHS.userDashboard },
    ],
    holder(brand),
  );
}

export function accountBlocked({ brand, name }: ToPerson): Letter {
  return letter(
    brand,
    `Your ${brand.name} account is blocked`,
    [
      greeting(name),
      { line: 'Your account has been blocked by our team, and you have been logged out on all devices.' },
      { line: 'Your purchases and your stock stay on record as they are.' },
      { line: 'If you think that this is a mistake, please get in touch with the team and mention this address.' },
    ],
    holder(brand),
  );
}

export function accountDeleted({ brand, name }: ToPerson): Letter {
  return letter(
    brand,
    `Your ${brand.name} account is closed`,
    [
      greeting(name),
      { line: 'Your account has been closed by our team and your personal details have been erased.' },
      { line: 'Where you have made purchases, only what the law and the stock ledger need stays on record.' },
      { line: 'If you think that this is a mistake, please get in touch with the team and mention this address.' },
    ],
    `You are getting this mail because you had an account at ${brand.siteUrl}.`,
  );
}
