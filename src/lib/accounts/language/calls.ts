import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const updateLanguage: CallOf<typeof contracts, 'updateLanguage'> = {
  method: 'POST',
  path: '/api/v1/user/language/update',
  access: 'member',
  from: 'json',
  failure: 'Failed to save the language',
  success: 'Language saved',
};
