import { endpoint } from '@/lib/http/endpoint.ts';
import { refuseReward as contract } from '@/lib/rewards/contract.ts';
import { refuseReward } from '@/lib/rewards/service.ts';

export const ALL = endpoint(contract, refuseReward);
