import { endpoint } from '@/lib/http/endpoint.ts';
import { refuseAdminChange } from '@/lib/members/proposals/contract.ts';
import * as service from '@/lib/members/proposals/service.ts';

export const ALL = endpoint(refuseAdminChange, service.refuseAdminChange);
