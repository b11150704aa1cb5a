import { endpoint } from '@/lib/http/endpoint.ts';
import { submitPayment } from '@/lib/purchases/contract.ts';
import * as service from '@/lib/purchases/submit/service.ts';

export const ALL = endpoint(submitPayment, service.submitPayment);
