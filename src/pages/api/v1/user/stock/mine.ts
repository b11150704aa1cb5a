import { endpoint } from '@/lib/http/endpoint.ts';
import { listMyStock } from '@/lib/ledger/contract.ts';
import * as service from '@/lib/ledger/service.ts';

export const ALL = endpoint(listMyStock, service.listMyStock);
