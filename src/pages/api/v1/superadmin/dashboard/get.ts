import { endpoint } from '@/lib/http/endpoint.ts';
import { getSuperDashboard } from '@/lib/superadmin/dashboard/contract.ts';
import * as service from '@/lib/superadmin/dashboard/service.ts';

export const ALL = endpoint(getSuperDashboard, service.getSuperDashboard);
