import { endpoint } from '@/lib/http/endpoint.ts';
import * as service from '@/lib/reconciliation/drafts/service.ts';
import { getProgress } from '@/lib/reconciliation/statement/contract.ts';

export const ALL = endpoint(getProgress, service.getProgress);
