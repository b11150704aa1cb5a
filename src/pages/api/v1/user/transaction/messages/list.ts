import { endpoint } from '@/lib/http/endpoint.ts';
import { listMessages } from '@/lib/messages/contract.ts';
import * as service from '@/lib/messages/service.ts';

export const ALL = endpoint(listMessages, service.listMessages);
