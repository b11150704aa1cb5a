import { endpoint } from '@/lib/http/endpoint.ts';
import * as service from '@/lib/members/confirm/service.ts';
import { confirmAdminChange } from '@/lib/members/proposals/contract.ts';

export const ALL = endpoint(confirmAdminChange, service.confirmAdminChange);
