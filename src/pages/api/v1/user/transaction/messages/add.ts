import { endpoint } from '@/lib/http/endpoint.ts';
import { addMessage } from '@/lib/messages/contract.ts';
import * as service from '@/lib/messages/service.ts';

export const ALL = endpoint(addMessage, service.addMessage);
