import { endpoint } from '@/lib/http/endpoint.ts';
import { updateCompany } from '@/lib/platform/contract.ts';
import * as service from '@/lib/platform/service.ts';

export const ALL = endpoint(updateCompany, service.updateCompany);
