import { endpoint } from '@/lib/http/endpoint.ts';
import * as service from '@/lib/settings/service.ts';
import { updateSettings } from '@/lib/settings/update/contract.ts';

export const ALL = endpoint(updateSettings, service.updateSettings);
