import { endpoint } from '@/lib/http/endpoint.ts';
import { getProfile } from '@/lib/users/contract.ts';
import * as service from '@/lib/users/service.ts';

export const ALL = endpoint(getProfile, service.getProfile);
