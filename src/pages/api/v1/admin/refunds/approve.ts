import { endpoint } from '@/lib/http/endpoint.ts';
import { approveRefund } from '@/lib/refunds/approval/service.ts';
import { approveRefund as contract } from '@/lib/refunds/contract.ts';

export const ALL = endpoint(contract, approveRefund);
