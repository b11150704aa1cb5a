import { endpoint } from '@/lib/http/endpoint.ts';
import { addCompany } from '@/lib/platform/contract.ts';
import * as service from '@/lib/platform/service.ts';

export const ALL = endpoint(addCompany, service.addCompany);
