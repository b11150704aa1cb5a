import { endpoint } from '@/lib/http/endpoint.ts';
import { listRefunds } from '@/lib/refunds/account/service.ts';
import { listRefunds as contract } from '@/lib/refunds/contract.ts';

export const ALL = endpoint(contract, listRefunds);
