/** The letters about a member's wish to be deleted. */
import { PATHS } from '../core/paths.ts';
import { greeting, type Letter, letter, type MailBrand } from './letter.ts';

export function deletionRequested({ brand, name }: { brand: MailBrand; name: string }): Letter {
  return letter(
    brand,
    'We have your deletion request',
    [
      greeting(name),
      {
        line: 'You have asked us to delete your account. Our team has been told and will confirm by mail once it is done.',
      },
      {
        line: 'Your name, contact details, date of birth, Aadhaar and wallet details and your picture will be erased. Where you have made purchases, the records of payments and stock stay, without your personal details, because the law asks for them.',
      },
      { line: 'You can take the request back on your profile page until then.' },
      { link: 'Open your profile', path: PATHS.profile },
      { line: 'If this was not you, please set a new password at once and take the request back.' },
    ],
    `You are getting this mail because you have an account at ${brand.siteUrl}.`,
  );
}

/** Names the member by ID alone: mailboxes of a team are shared. */
export function deletionRequestedForAdmins({ brand, memberId }: { brand: MailBrand; memberId: string }): Letter {
  return letter(
    brand,
    `Deletion request of member ${memberId}`,
    [
      { line: 'Hello,' },
      {
        line: 'A member has asked for the account to be deleted. Please settle open purchases and then delete the account in User Manage.',
      },
      { facts: [['Member ID', memberId]] },
      { link: 'Open User Manage', path: PATHS.userManage },
    ],
    `You are getting this mail because you are an admin at ${brand.siteUrl}.`,
  );
}

export function deletionTakenBackForAdmins({ brand, memberId }: { brand: MailBrand; memberId: string }): Letter {
  return letter(
    brand,
    `Deletion request of member ${memberId} taken back`,
    [
      { line: 'Hello,' },
      { line: 'The member has taken the deletion request back. Please keep the account.' },
      { facts: [['Member ID', memberId]] },
    ],
    `You are getting this mail because you are an admin at ${brand.siteUrl}.`,
  );
}
