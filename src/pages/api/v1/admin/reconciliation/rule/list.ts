import { endpoint } from '@/lib/http/endpoint.ts';
import { listRules } from '@/lib/reconciliation/contract.ts';
import * as service from '@/lib/reconciliation/saved-rules/service.ts';

export const ALL = endpoint(listRules, service.listRules);
