import { textToBuyers } from '../core/buyer-text.ts';
import { contract } from '../core/contract.ts';
import { latinDigits } from '../core/digits.ts';
import { companyId, flag, knownPassword, listQuery, optional, uuid } from '../core/fields.ts';
import { isDate } from '../core/formats.ts';
import { out, pageOf } from '../core/wire.ts';
import * as z from '../core/zod.ts';
import * as calls from './calls.ts';

/** Which members; missing fields take all. */
const segmentFields = {
  hasStock: optional(flag),
  isVerified: optional(flag),
  /** Day in India, included. */
  joinedSince: optional(
    z.string().check(z.overwrite(latinDigits), z.refine(isDate, 'Please enter a real date (YYYY-MM-DD).')),
  ),
  hasPending: optional(flag),
};
export const segment = z.object(segmentFields);
export type Segment = z.output<typeof segment>;

const proposal = z.object({
  id: z.string(),
  proposedBy: z.string(),
  proposedAt: out.time,
  expiresAt: out.time,
  isMine: z.boolean(),
});

export const announcement = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  segment: z.object({
    hasStock: z.nullable(z.boolean()),
    isVerified: z.nullable(z.boolean()),
    joinedSince: z.nullable(z.string()),
    hasPending: z.nullable(z.boolean()),
  }),
  state: z.enum(['WAITING', 'SENDING', 'SENT', 'STOPPED', 'CLOSED']),
  by: z.string(),
  createdAt: out.time,
  endedAt: z.nullable(out.time),
  /** Members who have it under their bell, and how many of them by mail. */
  recipients: z.number(),
  mails: z.number(),
  /** While it waits for a second admin. */
  proposal: z.nullable(proposal),
});
export type Announcement = z.output<typeof announcement>;

const { page, limit } = listQuery;

export const listAnnouncements = contract(calls.listAnnouncements, {
  input: z.object({ page, limit, companyId }),
  output: pageOf(announcement),
  summary: 'Lists the announcements to members, the newest first.',
});

export const countRecipients = contract(calls.countRecipients, {
  input: z.object({ ...segmentFields, companyId }),
  output: z.object({
    members: z.number(),
    /** Without those who declined announcements by mail. */
    byMail: z.number(),
  }),
  summary: 'Counts the members to whom an announcement would go.',
});

const password = optional(knownPassword('Please enter your password.'));
const sent = z.object({ state: z.enum(['sending', 'waiting']), id: z.string() });

export const sendAnnouncement = contract(calls.sendAnnouncement, {
  textsWait: true,
  input: z.strictObject({
    title: textToBuyers('a title', 3, 100),
    text: textToBuyers('a text', 3, 1_000),
    ...segmentFields,
    password,
    companyId,
  }),
  output: sent,
  summary:
    'Sends an announcement to members, under their bell and by mail. Under a two-admin rule it waits for a second admin.',
  recentAuthentication: 'always',
});

export const confirmAnnouncement = contract(calls.confirmAnnouncement, {
  input: z.strictObject({ id: uuid, password, companyId }),
  output: sent,
  summary: 'Sends an announcement that another admin has proposed.',
  recentAuthentication: 'always',
});

const closed = { input: z.strictObject({ id: uuid, companyId }), output: z.null() };
export const refuseAnnouncement = contract(calls.refuseAnnouncement, {
  ...closed,
  summary: 'Refuses an announcement that another admin has proposed.',
});
export const withdrawAnnouncement = contract(calls.withdrawAnnouncement, {
  ...closed,
  summary: "Withdraws the caller's own announcement while it waits for a second admin.",
});
export const stopAnnouncement = contract(calls.stopAnnouncement, {
  ...closed,
  summary: 'Stops an announcement that is being sent. Its mails that were not sent yet are discarded.',
});
