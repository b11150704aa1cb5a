import { endpoint } from '@/lib/http/endpoint.ts';
import { listMemberSignIns as contract } from '@/lib/members/view-contract.ts';
import { listMemberSignIns } from '@/lib/members/view-service.ts';

export const ALL = endpoint(contract, listMemberSignIns);
