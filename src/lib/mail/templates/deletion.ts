/** The mails about a member's request to be deleted. */
import { PATHS } from '../../core/paths.ts';
import { languageNow, t } from '../../core/texts.ts';
import { greeting, type MailBrand, type RenderedMail, renderMail, toAccountHolder } from './template.ts';

export function deletionRequested({ brand, name }: { brand: MailBrand; name: string }): RenderedMail {
  return renderMail(
    brand,
    t('We have your deletion request'),
    [
      greeting(name, languageNow()),
      {
        line: t(
          'You have asked us to delete your account. Our team has been informed and will confirm by mail once it is done.',
        ),
      },
      {
        line: t(
          'Your name, contact details, date of birth, Aadhaar and wallet details and your picture will be erased. Where you have made purchases, the records of payments and stock stay, without your personal details, because the law requires them.',
        ),
      },
      { line: t('Until then you can withdraw the request on your profile page.') },
      { link: t('Open your profile'), path: PATHS.profile },
      { line: t('If this was not you, please set a new password immediately and withdraw the request.') },
    ],
    toAccountHolder(brand),
    languageNow(),
  );
}

/** Names the member by ID alone: mailboxes of a team are shared. */
export function deletionRequestedForAdmins({ brand, memberId }: { brand: MailBrand; memberId: string }): RenderedMail {
  return renderMail(
    brand,
    `Deletion request of member ${memberId}`,
    [
      { line: 'Hello,' },
      {
        line: 'A member has asked us to delete their account. Please settle open purchases and then delete the account in User Manage.',
      },
      { facts: [['Member ID', memberId]] },
      { link: 'Open User Manage', path: PATHS.userManage },
    ],
    `You are receiving this mail because you are an admin at ${brand.siteUrl}.`,
  );
}

export function deletionTakenBackForAdmins({ brand, memberId }: { brand: MailBrand; memberId: string }): RenderedMail {
  return renderMail(
    brand,
    `Deletion request of member ${memberId} withdrawn`,
    [
      { line: 'Hello,' },
      { line: 'The member has withdrawn the deletion request. Please keep the account.' },
      { facts: [['Member ID', memberId]] },
    ],
    `You are receiving this mail because you are an admin at ${brand.siteUrl}.`,
  );
}
