import { addMemberRecoveryCodes } from '@/lib/auth/factors/contract.ts';
import * as service from '@/lib/auth/factors/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(addMemberRecoveryCodes, service.addRecoveryCodes);
