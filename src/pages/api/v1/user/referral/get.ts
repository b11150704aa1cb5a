import { endpoint } from '@/lib/http/endpoint.ts';
import { getReferral } from '@/lib/referrals/contract.ts';
import * as service from '@/lib/referrals/figures/service.ts';

export const ALL = endpoint(getReferral, service.getReferral);
