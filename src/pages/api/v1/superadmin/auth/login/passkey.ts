import { loginByPasskey } from '@/lib/auth/passkeys/contract.ts';
import * as service from '@/lib/auth/superadmin/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(loginByPasskey, service.loginByPasskey);
