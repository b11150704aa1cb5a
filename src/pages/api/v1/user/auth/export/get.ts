import { endpoint } from '@/lib/http/endpoint.ts';
import { getOwnData } from '@/lib/users/privacy-contract.ts';
import * as service from '@/lib/users/privacy-service.ts';

export const ALL = endpoint(getOwnData, service.getOwnData);
