import { endpoint } from '@/lib/http/endpoint.ts';
import { reversePurchase } from '@/lib/purchases/reverse/contract.ts';
import * as service from '@/lib/purchases/reverse/service.ts';

export const ALL = endpoint(reversePurchase, service.reversePurchase);
