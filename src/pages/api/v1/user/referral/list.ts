import { endpoint } from '@/lib/http/endpoint.ts';
import { listReferred as contract } from '@/lib/referrals/contract.ts';
import { listReferred } from '@/lib/referrals/figures/service.ts';

export const ALL = endpoint(contract, listReferred);
