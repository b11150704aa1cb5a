import { endpoint } from '@/lib/http/endpoint.ts';
import { resendMemberMail as contract } from '@/lib/members/mails/contract.ts';
import { resendMemberMail } from '@/lib/members/mails/service.ts';

export const ALL = endpoint(contract, resendMemberMail);
