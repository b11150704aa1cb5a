import { endpoint } from '@/lib/http/endpoint.ts';
import * as service from '@/lib/reconciliation/compare/service.ts';
import { listMatches } from '@/lib/reconciliation/contract.ts';

export const ALL = endpoint(listMatches, service.listMatches);
