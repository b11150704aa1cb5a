import { endpoint } from '@/lib/http/endpoint.ts';
import { updateMember } from '@/lib/members/contract.ts';
import * as service from '@/lib/members/edit/service.ts';

export const ALL = endpoint(updateMember, service.updateMember);
