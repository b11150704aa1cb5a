import { endpoint } from '@/lib/http/endpoint.ts';
import * as service from '@/lib/settings/service.ts';
import { confirmSettings } from '@/lib/settings/update/contract.ts';

export const ALL = endpoint(confirmSettings, service.confirmSettings);
