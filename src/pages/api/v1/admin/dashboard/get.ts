import { endpoint } from '@/lib/http/endpoint.ts';
import { getDashboard } from '@/lib/stats/contract.ts';
import * as service from '@/lib/stats/service.ts';

export const ALL = endpoint(getDashboard, service.getDashboard);
