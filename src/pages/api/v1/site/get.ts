import { getSite } from '@/lib/companies/contract.ts';
import { endpoint } from '@/lib/http/endpoint.ts';
import * as service from '@/lib/tokens/service.ts';

export const ALL = endpoint(getSite, service.getSite);
