import * as service from '@/lib/beneficiaries/change-service.ts';
import { updateBeneficiary } from '@/lib/beneficiaries/contract.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(updateBeneficiary, service.updateBeneficiary);
