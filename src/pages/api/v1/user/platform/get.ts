import { getPlatform } from '@/lib/companies/contract.ts';
import * as service from '@/lib/companies/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(getPlatform, service.getPlatform);
