import { reauthenticateMember } from '@/lib/auth/reauthentication/contract.ts';
import * as service from '@/lib/auth/reauthentication/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(reauthenticateMember, service.reauthenticateAccount);
