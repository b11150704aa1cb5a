import { endpoint } from '@/lib/http/endpoint.ts';
import { payRefund as contract } from '@/lib/refunds/contract.ts';
import { payRefund } from '@/lib/refunds/payout/service.ts';

export const ALL = endpoint(contract, payRefund);
