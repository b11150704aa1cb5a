import { endpoint } from '@/lib/http/endpoint.ts';
import { getMember as contract } from '@/lib/members/detail/contract.ts';
import { getMember } from '@/lib/members/detail/service.ts';

export const ALL = endpoint(contract, getMember);
