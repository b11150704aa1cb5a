import { endpoint } from '@/lib/http/endpoint.ts';
import { refuseSettings } from '@/lib/settings/change-contract.ts';
import * as service from '@/lib/settings/service.ts';

export const ALL = endpoint(refuseSettings, service.refuseSettings);
