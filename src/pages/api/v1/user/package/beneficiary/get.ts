import { getPaymentDetails } from '@/lib/beneficiaries/contract.ts';
import * as service from '@/lib/beneficiaries/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(getPaymentDetails, service.getPaymentDetails);
