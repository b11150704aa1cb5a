import { endpoint } from '@/lib/http/endpoint.ts';
import { listMemberPurchases as contract } from '@/lib/members/view-contract.ts';
import { listMemberPurchases } from '@/lib/members/view-service.ts';

export const ALL = endpoint(contract, listMemberPurchases);
