import { updateBeneficiary } from '@/lib/beneficiaries/contract.ts';
import * as service from '@/lib/beneficiaries/update/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(updateBeneficiary, service.updateBeneficiary);
