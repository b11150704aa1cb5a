import { endpoint } from '@/lib/http/endpoint.ts';
import { reopenRefund as contract } from '@/lib/refunds/contract.ts';
import { reopenRefund } from '@/lib/refunds/payout/service.ts';

export const ALL = endpoint(contract, reopenRefund);
