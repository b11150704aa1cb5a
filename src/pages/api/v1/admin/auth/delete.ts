import { endpoint } from '@/lib/http/endpoint.ts';
import { deleteMember } from '@/lib/members/contract.ts';
import * as service from '@/lib/members/delete/service.ts';

export const ALL = endpoint(deleteMember, service.deleteMember);
