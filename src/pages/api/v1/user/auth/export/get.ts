import { getOwnData } from '@/lib/accounts/data-export/contract.ts';
import * as service from '@/lib/accounts/data-export/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(getOwnData, service.getOwnData);
