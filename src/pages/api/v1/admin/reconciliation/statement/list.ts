import { endpoint } from '@/lib/http/endpoint.ts';
import * as service from '@/lib/reconciliation/imports/service.ts';
import { listStatements } from '@/lib/reconciliation/statement/contract.ts';

export const ALL = endpoint(listStatements, service.listStatements);
