import { latinDigits } from './digits.ts';
import { readFactorCode } from './factor-codes.ts';
import { cleanLine } from './text.ts';
import * as z from './zod.ts';

const MISSING = 'Please enter the code.';

/** A code of an authenticator app, or a recovery code, as typed. The service reads it. */
export const factorCode = z.string(MISSING).check(
  z.overwrite((text: string) => latinDigits(cleanLine(text))),
  z.minLength(1, { error: MISSING, abort: true }),
  z.refine(
    (text: string) => text.length <= 60 && readFactorCode(text) !== null,
    'Please enter the 6 digits of your authenticator app, or a recovery code.',
  ),
);
