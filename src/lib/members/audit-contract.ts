import * as z from 'zod/mini';
import { contract } from '../core/contract.ts';
import { isDate } from '../core/formats.ts';
import { listQuery, uuid } from '../core/query-fields.ts';
import { cleanLine } from '../core/text.ts';
import { optional } from '../core/text-fields.ts';
import { out, pageOf } from '../core/wire.ts';

/* The audit trail of a company as its admins read it. */

/** Filtered entries are counted up to here; `total` is one more when there are more. Without a filter it is exact. */
export const TRAIL_FOUND_MAX = 1_000;

const change = z.object({
  field: z.string(),
  /** The field in words. */
  label: z.string(),
  /** As the trail has it, with names in place of accounts and rupees in place of paise; null where there was nothing. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});

const sentencePart = z.union([z.object({ text: z.string() }), z.object({ who: z.enum(['actor', 'subject']) })]);

export const auditRow = z.object({
  /** The entry's number in the company's chain, from 1. */
  seq: z.string(),
  createdAt: out.time,
  action: z.string(),
  title: z.string(),
  /** The sentence in its pieces, names left open. */
  sentence: z.array(sentencePart),
  actor: z.object({ kind: z.enum(['member', 'admin', 'super', 'system']), name: z.string() }),
  /** `path` leads to the screen that shows it; null where there is none. `owner` is the buyer of a purchase. */
  subject: z.object({
    kind: z.string(),
    name: z.string(),
    path: z.nullable(z.string()),
    owner: z.nullable(z.object({ name: z.string(), path: z.nullable(z.string()) })),
  }),
  changes: z.array(change),
  hash: z.string(),
});
export type AuditRow = z.output<typeof auditRow>;

function day(label: string) {
  const wrong = `Please give ${label} as a real date (YYYY-MM-DD).`;
  return optional(z.string(wrong).check(z.refine((text: string) => isDate(text) && text >= '1900-01-01', wrong)));
}

export const listAudit = contract({
  method: 'GET',
  path: '/api/v1/admin/audit/list',
  access: 'admin',
  from: 'query',
  input: z.object({
    ...listQuery,
    /** A code of the trail, as `purchase.approve`, or a group of them, as `purchases`; one that is unknown finds nothing. */
    action: optional(
      z.string('This action is not valid.').check(z.overwrite(cleanLine), z.maxLength(64, 'This action is not valid.')),
    ),
    /** First and last day, in India. */
    from: day('the first day'),
    to: day('the last day'),
    /** Only what this account did, and what was done to it or to its purchases. The search is left out then. */
    userId: optional(uuid),
  }),
  output: pageOf(auditRow),
  summary:
    'Lists who did what in the company, the newest first. The search finds people by name, email, mobile or member ID, ' +
    'purchases by order or reference number, and actions by their words. Filtered entries are counted up to 1,000.',
  failure: 'Failed to fetch the audit trail',
});
