import { endpoint } from '@/lib/http/endpoint.ts';
import { addKey } from '@/lib/integrations/keys/contract.ts';
import * as service from '@/lib/integrations/keys/service.ts';

export const ALL = endpoint(addKey, service.addKey);
