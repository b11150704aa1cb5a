/** The mails about what admins do to an account, to its owner and to the other admins. */
import { PATHS } from '../../core/paths.ts';
import { languageNow, t } from '../../core/texts.ts';
import { greeting, type MailBrand, type RenderedMail, renderMail, toAccountHolder } from './template.ts';

interface ToPerson {
  readonly brand: MailBrand;
  readonly name: string;
}

export function accountDeactivated({ brand, name }: ToPerson): RenderedMail {
  return renderMail(
    brand,
    t('Your {name} account is inactive', { name: brand.name }),
    [
      greeting(name, languageNow()),
      { line: t('Your account has been set to inactive by our team, and you have been logged out on all devices.') },
      { line: t('Your purchases and your stock stay on record as they are.') },
      { line: t('If you think that this is a mistake, please get in touch with the team and mention this address.') },
    ],
    toAccountHolder(brand),
    languageNow(),
  );
}

export function accountReopened({ brand, name }: ToPerson): RenderedMail {
  return renderMail(
    brand,
    t('Your {name} account is active again', { name: brand.name }),
    [
      greeting(name, languageNow()),
      {
        line: t('Our team has made your account active again. You can log in with your email and password as before.'),
      },
      { link: t('Log in'), path: PATHS.login },
    ],
    toAccountHolder(brand),
    languageNow(),
  );
}

/** To the old address: its reader may be the only one who knows that the change was not wanted. */
export function emailLeft({ brand, name, takeBack }: ToPerson & { readonly takeBack: string | null }): RenderedMail {
  return renderMail(
    brand,
    t('Your {name} account has a new email address', { name: brand.name }),
    [
      greeting(name, languageNow()),
      {
        line: t(
          'Our team has changed the email address of your account. From now on, please log in with the new address. Our mails will go there too.',
        ),
      },
      {
        line: t('If you did not ask for this, please get in touch with the team immediately and mention this address.'),
      },
      ...(takeBack === null
        ? []
        : [
            {
              line: t(
                'You can also take the change back yourself, for 72 hours: your account gets this address again, and everybody is logged out.',
              ),
            },
            { link: t('Take the change back'), path: takeBack },
          ]),
    ],
    t('You are receiving this mail because this was the address of your account at {site}.', { site: brand.siteUrl }),
    languageNow(),
  );
}

/** To the address that an account leaves because the reader of its earlier one took the change back. */
export function emailGoneBack({
  brand,
  name,
  takeBack,
}: ToPerson & { readonly takeBack: string | null }): RenderedMail {
  return renderMail(
    brand,
    t('Your {name} account has its earlier email address again', { name: brand.name }),
    [
      greeting(name, languageNow()),
      {
        line: t(
          'The reader of the earlier address has taken the change to this one back. This address does not log in any more, and our team knows.',
        ),
      },
      ...(takeBack === null
        ? []
        : [
            {
              line: t(
                'If you have ordered while the account had this address, you can take it back for 72 hours, once such an order is approved. Please get in touch with the team, too.',
              ),
            },
            { link: t('Take the change back'), path: takeBack },
          ]),
    ],
    t('You are receiving this mail because this was the address of your account at {site}.', { site: brand.siteUrl }),
    languageNow(),
  );
}

export function emailTaken({ brand, name, email }: ToPerson & { email: string }): RenderedMail {
  return renderMail(
    brand,
    t('This is now the email address of your {name} account', { name: brand.name }),
    [
      greeting(name, languageNow()),
      {
        line: t(
          'Our team has changed the email address of your account to this one. Please log in with it from now on.',
        ),
      },
      { facts: [[t('Your email'), email]] },
      { link: t('Log in'), path: PATHS.login },
      { line: t('If you did not ask for this, please let the team know.') },
    ],
    toAccountHolder(brand),
    languageNow(),
  );
}

export function adminRole({ brand, name, isAdmin }: ToPerson & { isAdmin: boolean }): RenderedMail {
  return renderMail(
    brand,
    t(isAdmin ? 'You are now an admin of {name}' : 'You are no longer an admin of {name}', { name: brand.name }),
    isAdmin
      ? [
          greeting(name, languageNow()),
          {
            line: t(
              'Our team has made you an admin. You have been logged out on all devices. The administration has its own login page; your email and password are the same.',
            ),
          },
          { link: t('Log in to the administration'), path: PATHS.adminLogin },
        ]
      : [
          greeting(name, languageNow()),
          {
            line: t('Our team has removed the admin role from your account. You have been logged out on all devices.'),
          },
          { line: t('Your own account stays as it is.') },
          { link: t('Log in'), path: PATHS.login },
        ],
    toAccountHolder(brand),
    languageNow(),
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

/** To the admins: another admin could now sign in to the account of a member who has something. */
export function memberMoved(facts: {
  readonly brand: MailBrand;
  readonly memberId: string;
  readonly kind: 'email' | 'factors';
  readonly by: string;
}): RenderedMail {
  const { brand, memberId, kind, by } = facts;
  const [subject, line] =
    kind === 'email'
      ? ['The email address was changed', 'An admin of your company has changed the email address of a member.']
      : ['The second factors were removed', 'An admin of your company has removed the second factors of a member.'];
  return renderMail(
    brand,
    `${subject}: ${memberId}`,
    [
      { line: 'Hello,' },
      { line },
      {
        facts: [
          ['Member', memberId],
          ['Changed by', by],
        ],
      },
      {
        line: 'This member has tokens, open orders, or money to come. For seven days this admin decides nothing about the member alone. If you do not know why it was changed, please ask, and look at the audit trail.',
      },
      { link: 'Open User Manage', path: PATHS.userManage },
    ],
    `You are receiving this mail because you are an admin at ${brand.siteUrl}.`,
  );
}

/** To the admins: the owner did not want the change. */
export function memberMoveTakenBack({ brand, name, memberId }: ToPerson & { readonly memberId: string }): RenderedMail {
  return renderMail(
    brand,
    `A change of an email address was taken back: ${memberId}`,
    [
      { line: 'Hello,' },
      {
        line: `${name} (${memberId}) has taken back the change of the email address by the link in the mail to the earlier one. All sessions have ended, and the member sets a new password.`,
      },
      { line: 'Please find out who asked for the change.' },
      { link: 'Open User Manage', path: PATHS.userManage },
    ],
    `You are receiving this mail because you are an admin at ${brand.siteUrl}.`,
  );
}
