import { endpoint } from '@/lib/http/endpoint.ts';
import { listEvents } from '@/lib/integrations/events/contract.ts';
import * as service from '@/lib/integrations/events/service.ts';

export const ALL = endpoint(listEvents, service.listEvents);
