import { endpoint } from '@/lib/http/endpoint.ts';
import { addSavedView } from '@/lib/saved-views/contract.ts';
import * as service from '@/lib/saved-views/service.ts';

export const ALL = endpoint(addSavedView, service.addSavedView);
