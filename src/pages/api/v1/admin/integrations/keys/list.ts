import { endpoint } from '@/lib/http/endpoint.ts';
import { listKeys } from '@/lib/integrations/keys/contract.ts';
import * as service from '@/lib/integrations/keys/service.ts';

export const ALL = endpoint(listKeys, service.listKeys);
