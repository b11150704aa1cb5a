import { cancelDeletion } from '@/lib/accounts/deletion/contract.ts';
import * as service from '@/lib/accounts/deletion/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(cancelDeletion, service.cancelDeletion);
