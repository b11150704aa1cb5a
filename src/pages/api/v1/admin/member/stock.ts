import { endpoint } from '@/lib/http/endpoint.ts';
import { listMemberStock as contract } from '@/lib/members/detail/contract.ts';
import { listMemberStock } from '@/lib/members/detail/service.ts';

export const ALL = endpoint(contract, listMemberStock);
