import { listAudit } from '@/lib/audit-log/contract.ts';
import * as service from '@/lib/audit-log/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(listAudit, service.listAudit);
