import { endpoint } from '@/lib/http/endpoint.ts';
import { freezeLaunch as contract } from '@/lib/launch/contract.ts';
import { freezeLaunch } from '@/lib/launch/steps/service.ts';

export const ALL = endpoint(contract, freezeLaunch);
