import { endpoint } from '@/lib/http/endpoint.ts';
import * as service from '@/lib/members/change-service.ts';
import { updateMember } from '@/lib/members/contract.ts';

export const ALL = endpoint(updateMember, service.updateMember);
