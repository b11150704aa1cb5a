import { getCollection } from '@/lib/dashboard/contract.ts';
import * as service from '@/lib/dashboard/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(getCollection, service.getCollection);
