import { endpoint } from '@/lib/http/endpoint.ts';
import { getTransactionAsAdmin } from '@/lib/purchases/contract.ts';
import * as service from '@/lib/purchases/list/service.ts';

export const ALL = endpoint(getTransactionAsAdmin, service.getTransactionAsAdmin);
