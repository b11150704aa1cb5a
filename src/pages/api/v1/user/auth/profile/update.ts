import { endpoint } from '@/lib/http/endpoint.ts';
import { updateProfile } from '@/lib/users/contract.ts';
import * as service from '@/lib/users/service.ts';

export const ALL = endpoint(updateProfile, service.updateProfile);
