import { endpoint } from '@/lib/http/endpoint.ts';
import { getMember as contract } from '@/lib/members/view-contract.ts';
import { getMember } from '@/lib/members/view-service.ts';

export const ALL = endpoint(contract, getMember);
