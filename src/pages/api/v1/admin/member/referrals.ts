import { endpoint } from '@/lib/http/endpoint.ts';
import { listMemberReferrals as contract } from '@/lib/members/view-contract.ts';
import { listMemberReferrals } from '@/lib/members/view-service.ts';

export const ALL = endpoint(contract, listMemberReferrals);
