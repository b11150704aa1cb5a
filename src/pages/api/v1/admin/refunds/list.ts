import { endpoint } from '@/lib/http/endpoint.ts';
import { listRefundsAsAdmin as contract } from '@/lib/refunds/contract.ts';
import { listRefundsAsAdmin } from '@/lib/refunds/service.ts';

export const ALL = endpoint(contract, listRefundsAsAdmin);
