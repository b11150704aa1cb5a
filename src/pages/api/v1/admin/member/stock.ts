import { endpoint } from '@/lib/http/endpoint.ts';
import { listMemberStock as contract } from '@/lib/members/view-contract.ts';
import { listMemberStock } from '@/lib/members/view-service.ts';

export const ALL = endpoint(contract, listMemberStock);
