import { endpoint } from '@/lib/http/endpoint.ts';
import * as service from '@/lib/reconciliation/compare/service.ts';
import { getSummary } from '@/lib/reconciliation/contract.ts';

export const ALL = endpoint(getSummary, service.getSummary);
