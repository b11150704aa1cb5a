import { endpoint } from '@/lib/http/endpoint.ts';
import * as service from '@/lib/members/add/service.ts';
import { addMember } from '@/lib/members/contract.ts';

export const ALL = endpoint(addMember, service.addMember);
