import { endpoint } from '@/lib/http/endpoint.ts';
import { getLaunch as contract } from '@/lib/launch/contract.ts';
import { getLaunch } from '@/lib/launch/service.ts';

export const ALL = endpoint(contract, getLaunch);
