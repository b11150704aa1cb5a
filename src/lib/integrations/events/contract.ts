import { contract } from '../../core/contract.ts';
import { companyId, listQuery, optional } from '../../core/fields.ts';
import { out } from '../../core/wire.ts';
import * as z from '../../core/zod.ts';
import * as calls from './calls.ts';

const event = z.object({
  /** The place of the event in the order of the company's audit trail. */
  cursor: z.string(),
  /** As `purchase.approved`. A later version may add types. */
  type: z.string(),
  timestamp: out.time,
  /** What it happened to. Read the rest by the calls of the API: an event never holds personal data. */
  data: z.object({ kind: z.string(), id: z.nullable(z.string()) }),
});
export type CompanyEvent = z.output<typeof event>;

export const listEvents = contract(calls.listEvents, {
  keyScope: 'read:events',
  input: z.object({
    /** The `cursor` of the answer before; missing: from the first event. */
    after: optional(z.string().check(z.regex(/^\d{1,18}$/, 'The cursor must be the one of an earlier answer.'))),
    limit: listQuery.limit,
    companyId,
  }),
  output: z.object({
    records: z.array(event),
    /** Send it as `after` to get what comes next. */
    cursor: z.string(),
    /** More events are there already. */
    hasMore: z.boolean(),
  }),
  summary:
    'Lists what happened in the company in the order of the commits, each event once and none left out. A program that was away goes on at its cursor.',
});
