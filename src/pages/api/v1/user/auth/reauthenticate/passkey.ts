import { reauthenticateMemberByPasskey } from '@/lib/auth/passkeys/contract.ts';
import * as service from '@/lib/auth/reauthentication/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(reauthenticateMemberByPasskey, service.reauthenticateByPasskey);
