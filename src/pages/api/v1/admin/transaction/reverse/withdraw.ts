import { endpoint } from '@/lib/http/endpoint.ts';
import { withdrawReversal } from '@/lib/purchases/reverse/contract.ts';
import * as service from '@/lib/purchases/reverse/service.ts';

export const ALL = endpoint(withdrawReversal, service.withdrawReversal);
