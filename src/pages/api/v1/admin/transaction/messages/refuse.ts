import { endpoint } from '@/lib/http/endpoint.ts';
import { refuseMessage } from '@/lib/messages/contract.ts';
import * as service from '@/lib/messages/waiting/service.ts';

export const ALL = endpoint(refuseMessage, service.refuseMessage);
