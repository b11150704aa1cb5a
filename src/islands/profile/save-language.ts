import { updateLanguage } from '@/lib/accounts/language/calls.ts';
import { isLanguage } from '@/lib/core/texts.ts';
import { call } from '../api.ts';
import { chooseLanguage } from '../language.ts';

/**
 * Saves the language with the member's account, for mails, and loads the page in it.
 * @throws CallError
 */
export async function saveLanguage(language: string): Promise<void> {
  if (!isLanguage(language)) return;
  await call(updateLanguage, { language });
  chooseLanguage(language);
}
