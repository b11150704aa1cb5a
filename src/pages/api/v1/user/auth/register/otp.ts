import { requestRegistrationCode } from '@/lib/auth/contract.ts';
import * as service from '@/lib/auth/registration/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(requestRegistrationCode, service.requestRegistrationCode);
