import { endpoint } from '@/lib/http/endpoint.ts';
import { getClaim as contract } from '@/lib/launch/contract.ts';
import { getClaim } from '@/lib/launch/packs/service.ts';

export const ALL = endpoint(contract, getClaim);
