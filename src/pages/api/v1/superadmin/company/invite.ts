import { endpoint } from '@/lib/http/endpoint.ts';
import { inviteAdmin } from '@/lib/platform/contract.ts';
import * as service from '@/lib/platform/service.ts';

export const ALL = endpoint(inviteAdmin, service.inviteAdmin);
