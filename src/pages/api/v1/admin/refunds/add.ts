import { endpoint } from '@/lib/http/endpoint.ts';
import { addRefund as contract } from '@/lib/refunds/contract.ts';
import { addRefund } from '@/lib/refunds/service.ts';

export const ALL = endpoint(contract, addRefund);
