import { endpoint } from '@/lib/http/endpoint.ts';
import * as service from '@/lib/purchases/reverse.ts';
import { withdrawReversal } from '@/lib/purchases/reverse-contract.ts';

export const ALL = endpoint(withdrawReversal, service.withdrawReversal);
