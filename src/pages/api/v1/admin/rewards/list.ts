import { endpoint } from '@/lib/http/endpoint.ts';
import { listRewardsAsAdmin as contract } from '@/lib/rewards/contract.ts';
import { listRewardsAsAdmin } from '@/lib/rewards/service.ts';

export const ALL = endpoint(contract, listRewardsAsAdmin);
