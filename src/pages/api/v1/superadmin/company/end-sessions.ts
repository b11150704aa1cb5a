import { endpoint } from '@/lib/http/endpoint.ts';
import { endAdminSessions } from '@/lib/superadmin/companies/contract.ts';
import * as service from '@/lib/superadmin/companies/service.ts';

export const ALL = endpoint(endAdminSessions, service.endAdminSessions);
