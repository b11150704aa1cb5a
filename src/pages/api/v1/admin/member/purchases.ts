import { endpoint } from '@/lib/http/endpoint.ts';
import { listMemberPurchases as contract } from '@/lib/members/detail/contract.ts';
import { listMemberPurchases } from '@/lib/members/detail/service.ts';

export const ALL = endpoint(contract, listMemberPurchases);
