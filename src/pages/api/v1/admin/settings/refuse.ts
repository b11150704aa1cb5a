import { endpoint } from '@/lib/http/endpoint.ts';
import * as service from '@/lib/settings/service.ts';
import { refuseSettings } from '@/lib/settings/update/contract.ts';

export const ALL = endpoint(refuseSettings, service.refuseSettings);
