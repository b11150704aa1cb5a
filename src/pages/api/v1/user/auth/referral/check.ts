import { endpoint } from '@/lib/http/endpoint.ts';
import { checkReferral } from '@/lib/users/referral-contract.ts';
import * as service from '@/lib/users/referral-service.ts';

export const ALL = endpoint(checkReferral, service.checkReferral);
