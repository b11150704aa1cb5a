import { endpoint } from '@/lib/http/endpoint.ts';
import { revokeKey } from '@/lib/integrations/keys/contract.ts';
import * as service from '@/lib/integrations/keys/service.ts';

export const ALL = endpoint(revokeKey, service.revokeKey);
