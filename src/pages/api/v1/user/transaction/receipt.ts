import { endpoint } from '@/lib/http/endpoint.ts';
import { getReceipt } from '@/lib/purchases/receipt/contract.ts';
import * as service from '@/lib/purchases/receipt/service.ts';

export const ALL = endpoint(getReceipt, service.getReceipt);
