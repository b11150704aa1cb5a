import { endpoint } from '@/lib/http/endpoint.ts';
import { updateBrand } from '@/lib/superadmin/brand/contract.ts';
import * as service from '@/lib/superadmin/brand/service.ts';

export const ALL = endpoint(updateBrand, service.updateBrand);
