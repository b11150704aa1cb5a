import { endpoint } from '@/lib/http/endpoint.ts';
import { updateLaunch as contract } from '@/lib/launch/contract.ts';
import { updateLaunch } from '@/lib/launch/service.ts';

export const ALL = endpoint(contract, updateLaunch);
