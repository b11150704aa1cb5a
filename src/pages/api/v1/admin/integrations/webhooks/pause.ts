import { endpoint } from '@/lib/http/endpoint.ts';
import { pauseWebhook } from '@/lib/integrations/webhooks/contract.ts';
import * as service from '@/lib/integrations/webhooks/service.ts';

export const ALL = endpoint(pauseWebhook, service.pauseWebhook);
