import { endpoint } from '@/lib/http/endpoint.ts';
import { listMemberSignIns as contract } from '@/lib/members/detail/contract.ts';
import { listMemberSignIns } from '@/lib/members/detail/service.ts';

export const ALL = endpoint(contract, listMemberSignIns);
