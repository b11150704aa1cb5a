import { requestResetCode } from '@/lib/auth/contract.ts';
import * as service from '@/lib/auth/password-reset/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(requestResetCode, service.requestResetCode);
