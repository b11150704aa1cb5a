import { endpoint } from '@/lib/http/endpoint.ts';
import { withdrawMessage } from '@/lib/messages/contract.ts';
import * as service from '@/lib/messages/waiting/service.ts';

export const ALL = endpoint(withdrawMessage, service.withdrawMessage);
