import { endpoint } from '@/lib/http/endpoint.ts';
import { readMessages } from '@/lib/messages/contract.ts';
import * as service from '@/lib/messages/service.ts';

export const ALL = endpoint(readMessages, service.readMessages);
