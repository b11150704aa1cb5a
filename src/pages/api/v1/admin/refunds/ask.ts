import { endpoint } from '@/lib/http/endpoint.ts';
import { askRefundAccount as contract } from '@/lib/refunds/contract.ts';
import { askRefundAccount } from '@/lib/refunds/service.ts';

export const ALL = endpoint(contract, askRefundAccount);
