import { endpoint } from '@/lib/http/endpoint.ts';
import { listLaunchHolders as contract } from '@/lib/launch/contract.ts';
import { listLaunchHolders } from '@/lib/launch/service.ts';

export const ALL = endpoint(contract, listLaunchHolders);
