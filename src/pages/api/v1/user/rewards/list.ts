import { endpoint } from '@/lib/http/endpoint.ts';
import { listRewards as contract } from '@/lib/rewards/contract.ts';
import { listRewards } from '@/lib/rewards/service.ts';

export const ALL = endpoint(contract, listRewards);
