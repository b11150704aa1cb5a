import { checkReferral } from '@/lib/accounts/referral-code/contract.ts';
import * as service from '@/lib/accounts/referral-code/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(checkReferral, service.checkReferral);
