import * as z from 'zod/mini';
import { contract } from '../core/contract.ts';
import { companyId, listQuery, uuid } from '../core/fields.ts';
import { out, pageOf } from '../core/wire.ts';

/* The mails to one member: which, when and with what luck, never what they said. */

export const memberMail = z.object({
  id: z.string(),
  /** As 'Purchase approved'. */
  title: z.string(),
  /** The order number of the purchase that it is about. */
  orderNumber: z.nullable(z.string()),
  state: z.enum(['WAITING', 'SENT', 'DISCARDED', 'FAILED']),
  /** What the mail server said last, without addresses; null where it took the mail. */
  problem: z.nullable(z.string()),
  createdAt: out.time,
  sentAt: z.nullable(out.time),
  /** Name of the admin who had it sent again; null for what the program sent by itself. */
  resentBy: z.nullable(z.string()),
  /** Why it can't be sent again; null if it can. */
  resendProblem: z.nullable(z.string()),
});
export type MemberMail = z.output<typeof memberMail>;

export const listMemberMails = contract({
  method: 'GET',
  path: '/api/v1/admin/member/mails',
  access: 'admin',
  from: 'query',
  input: z.object({ id: uuid, page: listQuery.page, limit: listQuery.limit }),
  output: pageOf(memberMail),
  summary: "The mails to the member's address of the last 30 days, the newest first. What they said is not kept.",
  failure: 'Failed to fetch the mails to the member',
});

export const resendMemberMail = contract({
  method: 'POST',
  path: '/api/v1/admin/member/mails/resend',
  access: 'admin',
  from: 'json',
  input: z.strictObject({
    /** The member. */
    id: uuid,
    mailId: uuid,
    companyId,
  }),
  output: z.object({
    /** Of the new mail. */
    mailId: z.string(),
  }),
  summary:
    'Sends a mail again, made anew from what is true today: a conflict where what it said is no longer true or it held a ' +
    'code. Once a minute and five times a day for a member and a mail; the same call of the same admin within the minute ' +
    'gives the first answer again.',
  failure: 'Failed to send the mail again',
  success: 'The mail is on its way again.',
});
