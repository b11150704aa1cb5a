import { requestAdminPasskeyLogin } from '@/lib/auth/passkeys/contract.ts';
import * as service from '@/lib/auth/passkeys/login/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(requestAdminPasskeyLogin, service.requestPasskeyLogin);
