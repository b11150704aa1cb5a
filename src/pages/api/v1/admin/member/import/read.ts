import { endpoint } from '@/lib/http/endpoint.ts';
import { readMembers } from '@/lib/members/import/contract.ts';
import * as service from '@/lib/members/import/service.ts';

export const ALL = endpoint(readMembers, service.readMembers);
