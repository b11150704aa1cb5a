import { endpoint } from '@/lib/http/endpoint.ts';
import { addMediaAsSuperAdmin } from '@/lib/media/contract.ts';
import * as service from '@/lib/media/service.ts';

export const ALL = endpoint(addMediaAsSuperAdmin, service.addMedia);
