import { requestSuperAdminCode, requestSuperAdminCodeByGet } from '@/lib/auth/contract.ts';
import * as service from '@/lib/auth/superadmin/service.ts';
import { endpoint, endpoints } from '@/lib/http/endpoint.ts';
import { refusingNavigation } from '@/lib/http/navigation.ts';

export const ALL = refusingNavigation(
  endpoints(
    endpoint(requestSuperAdminCodeByGet, service.requestSuperAdminCode),
    endpoint(requestSuperAdminCode, service.requestSuperAdminCode),
  ),
);
