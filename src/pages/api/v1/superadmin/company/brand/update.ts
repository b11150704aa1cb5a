import { endpoint } from '@/lib/http/endpoint.ts';
import { updateBrand } from '@/lib/platform/brand-contract.ts';
import * as service from '@/lib/platform/brand-service.ts';

export const ALL = endpoint(updateBrand, service.updateBrand);
