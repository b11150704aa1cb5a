import { endpoint } from '@/lib/http/endpoint.ts';
import { listMembers } from '@/lib/members/contract.ts';
import * as service from '@/lib/members/list/service.ts';

export const ALL = endpoint(listMembers, service.listMembers);
