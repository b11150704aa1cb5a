import { endpoint } from '@/lib/http/endpoint.ts';
import { showRefundAccount as contract } from '@/lib/refunds/contract.ts';
import { showRefundAccount } from '@/lib/refunds/service.ts';

export const ALL = endpoint(contract, showRefundAccount);
