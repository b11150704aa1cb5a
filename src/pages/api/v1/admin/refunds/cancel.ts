import { endpoint } from '@/lib/http/endpoint.ts';
import { cancelRefund as contract } from '@/lib/refunds/contract.ts';
import { cancelRefund } from '@/lib/refunds/service.ts';

export const ALL = endpoint(contract, cancelRefund);
