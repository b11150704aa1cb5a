import * as z from 'zod/mini';
import { SEARCH_LENGTH_MAX } from './bounds.ts';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX, PAGE_MAX } from './page.ts';
import { cleanLine } from './text.ts';
import { optional, shaped } from './text-fields.ts';

/* What names a row or asks for a list, apart from what people fill in: a screen that only shows carries no more than these. */

export const uuid = z
  .string('This id is not valid.')
  .check(
    z.toLowerCase(),
    z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'This id is not valid.'),
  );

/** Characters of an order number as a client sends it; one that is taken gets a suffix. */
const ORDER_NUMBER_LENGTH_MAX = 32;

/** The `PUR-` number of an order. The buy screen puts six digits there; another client may number its orders otherwise. */
export const purchaseId = shaped(
  'Please give the order number.',
  'This order number is not valid.',
  ORDER_NUMBER_LENGTH_MAX,
  (text) => text.toUpperCase(),
  (text) => /^PUR-[A-Z0-9]+(?:-[A-Z0-9]+)*$/.test(text),
);

function pageNumber(label: string, max: number, preset: number) {
  const wrong = `${label} must be a whole number from 1 to ${max}.`;
  const whole = z.coerce.number(wrong).check(z.refine((n: number) => Number.isInteger(n) && n >= 1 && n <= max, wrong));
  return z._default(optional(whole), preset);
}

/** Search text: what can't be searched for is taken out, not refused. */
export const search = z._default(
  z
    .string('Please send the search as text.')
    .check(
      z.overwrite(cleanLine),
      z.maxLength(SEARCH_LENGTH_MAX, `Search for at most ${SEARCH_LENGTH_MAX} characters.`),
    ),
  '',
);

/** The query of every list; spread it into a `z.object`, which ignores unknown parameters. */
export const listQuery = {
  page: pageNumber('page', PAGE_MAX, 1),
  limit: pageNumber('limit', PAGE_LIMIT_MAX, PAGE_LIMIT_DEFAULT),
  search,
};
