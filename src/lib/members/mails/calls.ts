import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const listMemberMails: CallOf<typeof contracts, 'listMemberMails'> = {
  method: 'GET',
  path: '/api/v1/admin/member/mails',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch the mails to the member',
};

export const resendMemberMail: CallOf<typeof contracts, 'resendMemberMail'> = {
  method: 'POST',
  path: '/api/v1/admin/member/mails/resend',
  access: 'admin',
  from: 'json',
  failure: 'Failed to send the mail again',
  success: 'The mail will be sent again.',
};
