import { endpoint } from '@/lib/http/endpoint.ts';
import { importMembers } from '@/lib/members/import/contract.ts';
import * as service from '@/lib/members/import/service.ts';

export const ALL = endpoint(importMembers, service.importMembers);
