import { listSessions } from '@/lib/auth/session-contract.ts';
import * as service from '@/lib/auth/session-list-service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(listSessions, service.listSessions);
