import { endpoint } from '@/lib/http/endpoint.ts';
import { getSuperDashboard } from '@/lib/stats/platform-contract.ts';
import * as service from '@/lib/stats/platform-service.ts';

export const ALL = endpoint(getSuperDashboard, service.getSuperDashboard);
