import { endpoint } from '@/lib/http/endpoint.ts';
import { submitPayment } from '@/lib/purchases/contract.ts';
import * as service from '@/lib/purchases/service.ts';

export const ALL = endpoint(submitPayment, service.submitPayment);
