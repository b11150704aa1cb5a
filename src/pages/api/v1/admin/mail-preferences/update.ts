import { updateMailPreferencesAsAdmin } from '@/lib/accounts/mail-preferences/contract.ts';
import * as service from '@/lib/accounts/mail-preferences/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(updateMailPreferencesAsAdmin, service.updateMailPreferencesAsAdmin);
