import { exportRewardList } from '@/lib/exports/contract.ts';
import * as service from '@/lib/exports/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(exportRewardList, service.exportRewardList);
