import { endpoint } from '@/lib/http/endpoint.ts';
import { listSettlements } from '@/lib/reconciliation/settlements/contract.ts';
import * as service from '@/lib/reconciliation/settlements/service.ts';

export const ALL = endpoint(listSettlements, service.listSettlements);
