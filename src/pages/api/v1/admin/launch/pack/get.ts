import { endpoint } from '@/lib/http/endpoint.ts';
import { getPack as contract } from '@/lib/launch/contract.ts';
import { getPack } from '@/lib/launch/packs/service.ts';

export const ALL = endpoint(contract, getPack);
