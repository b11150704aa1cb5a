import { updateLanguage } from '@/lib/accounts/language/calls.ts';
import { isLanguage } from '@/lib/core/texts.ts';
import { call, showFailure } from '../api.ts';
import { chooseLanguage } from '../language.ts';

/** Saves the language with the member's account, for mails, and loads the page in it. A refusal shows as a message. */
export async function saveLanguage(language: string): Promise<void> {
  if (!isLanguage(language)) return;
  try {
    await call(updateLanguage, { language });
    chooseLanguage(language);
  } catch (cause) {
    showFailure(cause);
  }
}
