import { endpoint } from '@/lib/http/endpoint.ts';
import { addMedia } from '@/lib/media/contract.ts';
import * as service from '@/lib/media/service.ts';

export const ALL = endpoint(addMedia, service.addMedia);
