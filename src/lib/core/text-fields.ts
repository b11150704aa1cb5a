import * as z from 'zod/mini';
import { cleanLine } from './text.ts';

/* The fields that every call has, apart from the rest: a screen without a form carries no more than these. */

/** One line of text from `min` to `max` characters; `label` is what the screen calls it. */
export function boundedText(label: string, min: number, max: number) {
  const missing = `Please enter ${label}.`;
  return z
    .string(missing)
    .check(
      z.overwrite(cleanLine),
      z.minLength(Math.min(min, 1), { error: missing, abort: true }),
      z.minLength(min, { error: `${capital(label)} needs at least ${min} characters.`, abort: true }),
      z.maxLength(max, { error: `${capital(label)} can have at most ${max} characters.`, abort: true }),
    );
}

/** A cleaned line that must be of one shape: `missing` when it is empty, `wrong` when it is not so. */
export function shaped(
  missing: string,
  wrong: string,
  max: number,
  change: (text: string) => string,
  isRight: (text: string) => boolean,
) {
  return z.string(missing).check(
    z.overwrite((text: string) => change(cleanLine(text))),
    z.minLength(1, { error: missing, abort: true }),
    z.maxLength(max, { error: wrong, abort: true }),
    z.refine(isRight, wrong),
  );
}

/**
 * A field that may be left out, null or empty: all three come out as undefined (spec point 3: empty values are omitted).
 */
export function optional<T extends z.ZodMiniType>(field: T) {
  type Sent = z.input<T> | '' | null | undefined;
  const blankAway = z.transform((sent: Sent) =>
    sent === null || (typeof sent === 'string' && sent.trim() === '') ? undefined : sent,
  );
  return z.optional(z.pipe(blankAway as z.ZodMiniTransform<z.input<T> | undefined, Sent>, z.optional(field)));
}

/** May be left out of any request; given, the endpoint checks that it is the site's own, also where a call does not list it. */
export const companyId = optional(boundedText('the company ID', 1, 64));

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
