import { contract } from '../../core/contract.ts';
import { optional } from '../../core/fields.ts';
import { LANGUAGES } from '../../core/texts.ts';
import * as z from '../../core/zod.ts';
import { EXPORT_MIMES } from '../calls.ts';
import * as calls from './calls.ts';

/** A member's statement for a spreadsheet. The response is the file; errors have the usual envelope. */
export const exportStatement = contract(calls.exportStatement, {
  input: z.object({
    /** Of the heads and words; a link that saves the file cannot send the header of calls. */
    language: optional(z.enum(LANGUAGES, 'The language must be en or hi.')),
  }),
  output: z.unknown(),
  answers: [EXPORT_MIMES.csv],
  summary:
    "The member's own orders and stock entries in the order of their times, with the stock after each entry, as a CSV file.",
  limits: [{ name: 'statement', max: 20, windowSeconds: 60 }],
  accountLimit: { name: 'statement-account', max: 60, windowSeconds: 3600 },
});
