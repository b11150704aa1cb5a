import { loginAdmin } from '@/lib/auth/contract.ts';
import * as service from '@/lib/auth/login/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(loginAdmin, service.loginAdmin);
