import { contract } from '../../core/contract.ts';
import { companyId } from '../../core/fields.ts';
import { LANGUAGES } from '../../core/texts.ts';
import * as z from '../../core/zod.ts';
import * as calls from './calls.ts';

export const updateLanguage = contract(calls.updateLanguage, {
  input: z.strictObject({ language: z.enum(LANGUAGES, 'Please choose a language: en or hi.'), companyId }),
  output: z.null(),
  summary: "Saves the language of the member's pages and mails, and sets the cookie of this browser.",
});
