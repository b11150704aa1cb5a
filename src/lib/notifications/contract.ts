import { contract } from '../core/contract.ts';
import { companyId, listQuery, optional, uuid } from '../core/fields.ts';
import { out, pageOf } from '../core/wire.ts';
import * as z from '../core/zod.ts';
import * as calls from './calls.ts';

export const notification = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  /** Empty where the title says all. */
  text: z.string(),
  /** Where it leads, on this site; null for nowhere. */
  link: z.nullable(z.string()),
  createdAt: out.time,
  readAt: z.nullable(out.time),
});
export type Notification = z.output<typeof notification>;

const { page, limit } = listQuery;
const list = { input: z.object({ page, limit, companyId }), output: pageOf(notification) };
const read = {
  input: z.strictObject({
    /** Default: all. */
    id: optional(uuid),
    companyId,
  }),
  output: z.object({
    /** How many are unread now, at most 100. */
    unread: z.number(),
  }),
};

export const listNotifications = contract(calls.listNotifications, {
  ...list,
  summary: "Lists the member's notifications of the last 90 days, the newest first.",
});

export const readNotifications = contract(calls.readNotifications, {
  ...read,
  summary: 'Marks one notification of the member, or all, as read.',
});

export const listNotificationsAsAdmin = contract(calls.listNotificationsAsAdmin, {
  ...list,
  summary: "Lists the admin's notifications of the last 90 days, the newest first.",
});

export const readNotificationsAsAdmin = contract(calls.readNotificationsAsAdmin, {
  ...read,
  summary: 'Marks one notification of the admin, or all, as read.',
});
