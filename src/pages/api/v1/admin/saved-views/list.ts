import { endpoint } from '@/lib/http/endpoint.ts';
import { listSavedViews } from '@/lib/saved-views/contract.ts';
import * as service from '@/lib/saved-views/service.ts';

export const ALL = endpoint(listSavedViews, service.listSavedViews);
