import { endSession } from '@/lib/auth/sessions/contract.ts';
import * as service from '@/lib/auth/sessions/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(endSession, service.endOneSession);
