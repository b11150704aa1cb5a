/** The mails about what admins do to an account, to its owner and to the other admins. */
import { PATHS } from '../../core/paths.ts';
import { greeting, type MailBrand, type RenderedMail, renderMail } from './template.ts';

interface ToPerson {
  readonly brand: MailBrand;
  readonly name: string;
}

function holder(brand: MailBrand): string {
  return `You are receiving this mail because you have an account at ${brand.siteUrl}.`;
}

export function accountDeactivated({ brand, name }: ToPerson): RenderedMail {
  return renderMail(
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

export function accountReopened({ brand, name }: ToPerson): RenderedMail {
  return renderMail(
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

/** To the old address: its reader may be the only one who knows that the change was not wanted. */
export function emailLeft({ brand, name }: ToPerson): RenderedMail {
  return renderMail(
    brand,
    `Your ${brand.name} account has a new email address`,
    [
      greeting(name),
      {
        line: 'Our team has changed the email address of your account. From now on, please log in with the new address. Our mails will go there too.',
      },
      { line: 'If you did not ask for this, please get in touch with the team immediately and mention this address.' },
    ],
    `You are receiving this mail because this was the address of your account at ${brand.siteUrl}.`,
  );
}

export function emailTaken({ brand, name, email }: ToPerson & { email: string }): RenderedMail {
  return renderMail(
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

export function adminRole({ brand, name, isAdmin }: ToPerson & { isAdmin: boolean }): RenderedMail {
  return renderMail(
    brand,
    isAdmin ? `You are now an admin of ${brand.name}` : `You are no longer an admin of ${brand.name}`,
    isAdmin
      ? [
          greeting(name),
          {
            line: 'Our team has made you an admin. You have been logged out on all devices. The administration has its own login page; your email and password are the same.',
          },
          { link: 'Log in to the administration', path: PATHS.adminLogin },
        ]
      : [
          greeting(name),
          { line: 'Our team has removed the admin role from your account. You have been logged out on all devices.' },
          { line: 'Your own account stays as it is.' },
          { link: 'Log in', path: PATHS.login },
        ],
    holder(brand),
  );
}

/** To all admins, because a new admin can do everything that they can. Member IDs only, because mailboxes are shared. */
export function newAdmin({ brand, memberId, by }: { brand: MailBrand; memberId: string; by: string }): RenderedMail {
  return renderMail(
    brand,
    `Member ${memberId} is now an admin`,
    [
      { line: 'Hello,' },
      { line: 'An admin of your company has made a member an admin.' },
      {
        facts: [
          ['New admin', memberId],
          ['Given by', by],
        ],
      },
      {
        line: 'If you do not know why, please block both accounts in User Manage immediately and look at the audit trail.',
      },
      { link: 'Open User Manage', path: PATHS.userManage },
    ],
    `You are receiving this mail because you are an admin at ${brand.siteUrl}.`,
  );
}
