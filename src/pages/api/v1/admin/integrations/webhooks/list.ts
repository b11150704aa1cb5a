import { endpoint } from '@/lib/http/endpoint.ts';
import { listWebhooks } from '@/lib/integrations/webhooks/contract.ts';
import * as service from '@/lib/integrations/webhooks/service.ts';

export const ALL = endpoint(listWebhooks, service.listWebhooks);
