import { endpoint } from '@/lib/http/endpoint.ts';
import * as service from '@/lib/reconciliation/imports/service.ts';
import { deleteStatement } from '@/lib/reconciliation/statement/contract.ts';

export const ALL = endpoint(deleteStatement, service.deleteStatement);
