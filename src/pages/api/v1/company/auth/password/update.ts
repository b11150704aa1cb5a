import { updateAdminPassword } from '@/lib/auth/password-change/contract.ts';
import * as service from '@/lib/auth/password-change/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(updateAdminPassword, service.updateAdminPassword);
