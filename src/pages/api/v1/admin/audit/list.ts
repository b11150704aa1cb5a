import { endpoint } from '@/lib/http/endpoint.ts';
import { listAudit } from '@/lib/members/audit-contract.ts';
import * as service from '@/lib/members/audit-service.ts';

export const ALL = endpoint(listAudit, service.listAudit);
