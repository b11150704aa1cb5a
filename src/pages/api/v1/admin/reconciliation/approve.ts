import { endpoint } from '@/lib/http/endpoint.ts';
import { approveMatches } from '@/lib/reconciliation/contract.ts';
import * as service from '@/lib/reconciliation/decide/service.ts';

export const ALL = endpoint(approveMatches, service.approveMatches);
