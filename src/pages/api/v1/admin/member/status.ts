import { endpoint } from '@/lib/http/endpoint.ts';
import * as service from '@/lib/members/change-service.ts';
import { setMemberStatus } from '@/lib/members/contract.ts';

export const ALL = endpoint(setMemberStatus, service.setMemberStatus);
