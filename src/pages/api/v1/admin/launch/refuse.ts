import { endpoint } from '@/lib/http/endpoint.ts';
import { refuseLaunch as contract } from '@/lib/launch/contract.ts';
import { refuseLaunch } from '@/lib/launch/steps/service.ts';

export const ALL = endpoint(contract, refuseLaunch);
