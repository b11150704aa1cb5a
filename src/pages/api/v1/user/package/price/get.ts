import { endpoint } from '@/lib/http/endpoint.ts';
import { getPrice } from '@/lib/purchases/contract.ts';
import * as service from '@/lib/purchases/price/service.ts';

export const ALL = endpoint(getPrice, service.getPrice);
