import { endpoint } from '@/lib/http/endpoint.ts';
import { exportRefunds as contract } from '@/lib/refunds/contract.ts';
import { exportRefunds } from '@/lib/refunds/payout/service.ts';

export const ALL = endpoint(contract, exportRefunds);
