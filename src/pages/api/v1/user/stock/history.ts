import { endpoint } from '@/lib/http/endpoint.ts';
import { getStockHistory } from '@/lib/ledger/history/contract.ts';
import * as service from '@/lib/ledger/history/service.ts';

export const ALL = endpoint(getStockHistory, service.getStockHistory);
