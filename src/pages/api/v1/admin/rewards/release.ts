import { endpoint } from '@/lib/http/endpoint.ts';
import { releaseReward as contract } from '@/lib/rewards/contract.ts';
import { releaseReward } from '@/lib/rewards/service.ts';

export const ALL = endpoint(contract, releaseReward);
