import { endpoint } from '@/lib/http/endpoint.ts';
import { listNotifications } from '@/lib/notifications/contract.ts';
import * as service from '@/lib/notifications/service.ts';

export const ALL = endpoint(listNotifications, service.listNotifications);
