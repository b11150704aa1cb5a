import { exportStatement } from '@/lib/exports/statement/contract.ts';
import * as service from '@/lib/exports/statement/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(exportStatement, service.exportStatement);
