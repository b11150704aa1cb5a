import { endpoint } from '@/lib/http/endpoint.ts';
import { assignRow } from '@/lib/reconciliation/contract.ts';
import * as service from '@/lib/reconciliation/decide/service.ts';

export const ALL = endpoint(assignRow, service.assignRow);
