import { REFERENCE_TYPED_MAX } from './bounds.ts';
import { SPEC_TEXTS } from './spec-texts.ts';
import { cleanLine } from './text.ts';
import * as z from './zod.ts';

/** A UTR or Transaction Number as typed, with any words around it. The use case reads it (docs/contract.md, Reference numbers). */
export const typedReference = z
  .string(SPEC_TEXTS.referenceMissing)
  .check(
    z.overwrite(cleanLine),
    z.minLength(1, { error: SPEC_TEXTS.referenceMissing, abort: true }),
    z.maxLength(
      REFERENCE_TYPED_MAX,
      'This text is too long. Please enter only the UTR or Transaction Number, or paste one message of your bank.',
    ),
  );
