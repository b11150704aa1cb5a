import * as service from '@/lib/beneficiaries/change-service.ts';
import { addBeneficiary } from '@/lib/beneficiaries/contract.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(addBeneficiary, service.addBeneficiary);
