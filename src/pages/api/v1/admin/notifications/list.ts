import { endpoint } from '@/lib/http/endpoint.ts';
import { listNotificationsAsAdmin } from '@/lib/notifications/contract.ts';
import * as service from '@/lib/notifications/service.ts';

export const ALL = endpoint(listNotificationsAsAdmin, service.listNotificationsAsAdmin);
