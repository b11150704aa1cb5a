import { endpoint } from '@/lib/http/endpoint.ts';
import { rejectPurchasesOf } from '@/lib/purchases/contract.ts';
import * as service from '@/lib/purchases/decide/together/service.ts';

export const ALL = endpoint(rejectPurchasesOf, service.rejectPurchasesOf);
