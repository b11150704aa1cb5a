import { endpoint } from '@/lib/http/endpoint.ts';
import { getBrand } from '@/lib/superadmin/brand/contract.ts';
import * as service from '@/lib/superadmin/brand/service.ts';

export const ALL = endpoint(getBrand, service.getBrand);
