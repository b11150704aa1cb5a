import { endpoint } from '@/lib/http/endpoint.ts';
import { resetMemberFactors } from '@/lib/members/contract.ts';
import * as service from '@/lib/members/factors/service.ts';

export const ALL = endpoint(resetMemberFactors, service.resetMemberFactors);
