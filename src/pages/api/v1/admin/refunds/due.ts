import { endpoint } from '@/lib/http/endpoint.ts';
import { listRefundable as contract } from '@/lib/refunds/contract.ts';
import { listRefundable } from '@/lib/refunds/service.ts';

export const ALL = endpoint(contract, listRefundable);
