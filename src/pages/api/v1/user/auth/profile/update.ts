import { updateProfile } from '@/lib/accounts/contract.ts';
import * as service from '@/lib/accounts/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(updateProfile, service.updateProfile);
