import { endpoint } from '@/lib/http/endpoint.ts';
import { listMemberMails as contract } from '@/lib/members/mails/contract.ts';
import { listMemberMails } from '@/lib/members/mails/service.ts';

export const ALL = endpoint(contract, listMemberMails);
