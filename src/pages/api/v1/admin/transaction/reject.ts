import { endpoint } from '@/lib/http/endpoint.ts';
import { rejectPurchase } from '@/lib/purchases/contract.ts';
import * as service from '@/lib/purchases/decide/service.ts';

export const ALL = endpoint(rejectPurchase, service.rejectPurchase);
