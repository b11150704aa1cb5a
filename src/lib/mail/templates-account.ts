/** The letters about what admins do to an account, to its owner and to the team. */
import { PATHS } from '../core/paths.ts';
import { greeting, type Letter, letter, type MailBrand } from './letter.ts';

interface ToPerson {
  readonly brand: MailBrand;
  readonly name: string;
}

function holder(brand: MailBrand): string {
  return `You are getting this mail because you have an account at ${brand.siteUrl}.`;
}

export function accountDeactivated({ brand, name }: ToPerson): Letter {
  return letter(
    brand,
    `Your ${brand.name} account is inactive`,
    [
      greeting(name),
      { line: 'Your account has been set to inactive by our team, and you have been logged out on all devices.' },
      { line: 'Your purchases and your stock stay on record as they are.' },
      { line: 'If you think that this is a mistake, please get in touch with the team and mention this address.' },
    ],
    holder(brand),
  );
}

export function accountReopened({ brand, name }: ToPerson): Letter {
  return letter(
    brand,
    `Your ${brand.name} account is active again`,
    [
      greeting(name),
      { line: 'Our team has made your account active again. You can log in with your email and password as before.' },
      { link: 'Log in', path: PATHS.login },
    ],
    holder(brand),
  );
}

/** To the address that was left: whoever reads it there may be the only one who knows that it was not wanted. */
export function emailLeft({ brand, name }: ToPerson): Letter {
  return letter(
    brand,
    `Your ${brand.name} account has another email address now`,
    [
      greeting(name),
      {
        line: 'Our team has changed the email address of your account. From now on you log in with the new address, and our mails go there.',
      },
      { line: 'If you did not ask for this, please get in touch with the team at once and mention this address.' },
    ],
    `You are getting this mail because this was the address of your account at ${brand.siteUrl}.`,
  );
}

export function emailTaken({ brand, name, email }: ToPerson & { email: string }): Letter {
  return letter(
    brand,
    `This is now the email address of your ${brand.name} account`,
    [
      greeting(name),
      {
        line: 'Our team has changed the email address of your account to this one. Please log in with it from now on.',
      },
      { facts: [['Your email', email]] },
      { link: 'Log in', path: PATHS.login },
      { line: 'If you did not ask for this, please let the team know.' },
    ],
    holder(brand),
  );
}

export function adminRole({ brand, name, isAdmin }: ToPerson & { isAdmin: boolean }): Letter {
  return letter(
    brand,
    isAdmin ? `You are an admin of ${brand.name} now` : `You are no longer an admin of ${brand.name}`,
    isAdmin
      ? [
          greeting(name),
          {
            line: 'Our team has made you an admin. You have been logged out on all devices; the administration has a login of its own, with the same email and password.',
          },
          { link: 'Log in to the administration', path: PATHS.adminLogin },
        ]
      : [
          greeting(name),
          { line: 'Our team has taken the admin role from your account. You have been logged out on all devices.' },
          { line: 'Your own account stays as it is.' },
          { link: 'Log in', path: PATHS.login },
        ],
    holder(brand),
  );
}

/** To all admins: whoever becomes one can do all that they can. Names both by member ID alone, for mailboxes are shared. */
export function newAdmin({ brand, memberId, by }: { brand: MailBrand; memberId: string; by: string }): Letter {
  return letter(
    brand,
    `Member ${memberId} is an admin now`,
    [
      { line: 'Hello,' },
      { line: 'An admin of your company has given somebody the admin role.' },
      {
        facts: [
          ['New admin', memberId],
          ['Given by', by],
        ],
      },
      {
        line: 'If you do not know why, please block both accounts in User Manage at once and look at the audit trail.',
      },
      { link: 'Open User Manage', path: PATHS.userManage },
    ],
    `You are getting this mail because you are an admin at ${brand.siteUrl}.`,
  );
}
