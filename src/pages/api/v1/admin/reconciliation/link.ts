import { endpoint } from '@/lib/http/endpoint.ts';
import { linkRows } from '@/lib/reconciliation/contract.ts';
import * as service from '@/lib/reconciliation/decide/link/service.ts';

export const ALL = endpoint(linkRows, service.linkRows);
