import { endpoint } from '@/lib/http/endpoint.ts';
import { approveRefund as contract } from '@/lib/refunds/contract.ts';
import { approveRefund } from '@/lib/refunds/service.ts';

export const ALL = endpoint(contract, approveRefund);
