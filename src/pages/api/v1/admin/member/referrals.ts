import { endpoint } from '@/lib/http/endpoint.ts';
import { listMemberReferrals as contract } from '@/lib/members/detail/contract.ts';
import { listMemberReferrals } from '@/lib/members/detail/service.ts';

export const ALL = endpoint(contract, listMemberReferrals);
