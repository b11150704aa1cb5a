import { endpoint } from '@/lib/http/endpoint.ts';
import { getMemberStatistics } from '@/lib/stats/contract.ts';
import * as service from '@/lib/stats/service.ts';

export const ALL = endpoint(getMemberStatistics, service.getMemberStatistics);
