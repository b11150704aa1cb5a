import { endpoint } from '@/lib/http/endpoint.ts';
import { confirmLaunch as contract } from '@/lib/launch/contract.ts';
import { confirmLaunch } from '@/lib/launch/steps/service.ts';

export const ALL = endpoint(contract, confirmLaunch);
