import { endpoint } from '@/lib/http/endpoint.ts';
import { getDeletion } from '@/lib/users/deletion-contract.ts';
import * as service from '@/lib/users/deletion-service.ts';

export const ALL = endpoint(getDeletion, service.getDeletion);
