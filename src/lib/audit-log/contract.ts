import { contract } from '../core/contract.ts';
import { day, listQuery, optional, uuid } from '../core/fields.ts';
import { cleanLine } from '../core/text.ts';
import { out, pageOf } from '../core/wire.ts';
import * as z from '../core/zod.ts';
import * as calls from './calls.ts';

/* The audit trail of a company as its admins read it. */

const change = z.object({
  field: z.string(),
  /** The field as the screen names it. */
  label: z.string(),
  /** The recorded value, with names instead of account ids and rupees instead of paise; null if there was no value. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});

const sentencePart = z.union([z.object({ text: z.string() }), z.object({ who: z.enum(['actor', 'subject']) })]);

export const auditRow = z.object({
  /** The entry's number in the log, from 1; null until it is sealed, a second after it was written. */
  seq: z.nullable(z.string()),
  createdAt: out.time,
  action: z.string(),
  title: z.string(),
  /** The sentence in parts: text, and where the names of actor and subject go. */
  sentence: z.array(sentencePart),
  actor: z.object({ kind: z.enum(['member', 'admin', 'super', 'system']), name: z.string() }),
  /** `path` is the screen that shows the subject, or null. `owner` is the buyer of a purchase. */
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

export const listAudit = contract(calls.listAudit, {
  keyScope: 'read:audit',
  input: z.object({
    ...listQuery,
    /** An action code (`purchase.approve`) or a group (`purchases`). An unknown one matches nothing. */
    action: optional(
      z.string('This action is not valid.').check(z.overwrite(cleanLine), z.maxLength(64, 'This action is not valid.')),
    ),
    /** First and last day, both included, in Asia/Kolkata. */
    from: day('the first day'),
    to: day('the last day'),
    /** Only entries by this account, about it or about its purchases. Overrides the search. */
    userId: optional(uuid),
  }),
  output: pageOf(auditRow),
  summary:
    'Lists who did what in the company, the newest first. The search finds people by name, email, mobile or member ID, ' +
    'purchases by order or reference number, and actions by their words. Filtered entries are counted up to 1,000.',
});
