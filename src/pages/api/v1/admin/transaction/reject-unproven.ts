import { endpoint } from '@/lib/http/endpoint.ts';
import { rejectUnproven } from '@/lib/purchases/decide/unproven/contract.ts';
import * as service from '@/lib/purchases/decide/unproven/service.ts';

export const ALL = endpoint(rejectUnproven, service.rejectUnproven);
