import { endpoint } from '@/lib/http/endpoint.ts';
import { getSite } from '@/lib/tokens/contract.ts';
import * as service from '@/lib/tokens/service.ts';

export const ALL = endpoint(getSite, service.getSite);
