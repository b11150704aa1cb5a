import { endpoint } from '@/lib/http/endpoint.ts';
import { setRefundAccount } from '@/lib/refunds/account/service.ts';
import { setRefundAccount as contract } from '@/lib/refunds/contract.ts';

export const ALL = endpoint(contract, setRefundAccount);
