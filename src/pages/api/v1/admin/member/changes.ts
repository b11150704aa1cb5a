import { endpoint } from '@/lib/http/endpoint.ts';
import { listAdminChanges } from '@/lib/members/proposals/contract.ts';
import * as service from '@/lib/members/proposals/service.ts';

export const ALL = endpoint(listAdminChanges, service.listAdminChanges);
