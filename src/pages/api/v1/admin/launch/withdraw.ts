import { endpoint } from '@/lib/http/endpoint.ts';
import { withdrawLaunch as contract } from '@/lib/launch/contract.ts';
import { withdrawLaunch } from '@/lib/launch/steps/service.ts';

export const ALL = endpoint(contract, withdrawLaunch);
