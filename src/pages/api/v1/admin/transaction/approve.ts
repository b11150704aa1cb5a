import { endpoint } from '@/lib/http/endpoint.ts';
import { approvePurchase } from '@/lib/purchases/contract.ts';
import * as service from '@/lib/purchases/decide/service.ts';

export const ALL = endpoint(approvePurchase, service.approvePurchase);
