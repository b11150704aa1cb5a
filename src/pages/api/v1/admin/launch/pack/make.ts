import { endpoint } from '@/lib/http/endpoint.ts';
import { makePack as contract } from '@/lib/launch/contract.ts';
import { makePack } from '@/lib/launch/steps/service.ts';

export const ALL = endpoint(contract, makePack);
