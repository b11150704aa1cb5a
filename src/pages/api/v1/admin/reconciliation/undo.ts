import { endpoint } from '@/lib/http/endpoint.ts';
import { undoRow } from '@/lib/reconciliation/contract.ts';
import * as service from '@/lib/reconciliation/decide/service.ts';

export const ALL = endpoint(undoRow, service.undoRow);
