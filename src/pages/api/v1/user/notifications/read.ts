import { endpoint } from '@/lib/http/endpoint.ts';
import { readNotifications } from '@/lib/notifications/contract.ts';
import * as service from '@/lib/notifications/service.ts';

export const ALL = endpoint(readNotifications, service.readNotifications);
