import { updateLanguage } from '@/lib/accounts/language/contract.ts';
import * as language from '@/lib/accounts/language/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(updateLanguage, language.updateLanguage);
