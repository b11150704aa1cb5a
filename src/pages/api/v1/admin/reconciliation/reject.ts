import { endpoint } from '@/lib/http/endpoint.ts';
import { rejectClaim } from '@/lib/reconciliation/contract.ts';
import * as service from '@/lib/reconciliation/decide/reject/service.ts';

export const ALL = endpoint(rejectClaim, service.rejectClaim);
