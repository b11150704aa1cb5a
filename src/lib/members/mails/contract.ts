import { contract } from '../../core/contract.ts';
import { companyId, listQuery, uuid } from '../../core/fields.ts';
import { out, pageOf } from '../../core/wire.ts';
import * as z from '../../core/zod.ts';
import * as calls from './calls.ts';

/* The mails to one member: kind, times and delivery state, never their text. */

export const memberMail = z.object({
  id: z.string(),
  /** Such as 'Purchase approved'. */
  title: z.string(),
  /** The order number, for a mail about a purchase. */
  orderNumber: z.nullable(z.string()),
  state: z.enum(['WAITING', 'SENT', 'DISCARDED', 'FAILED']),
  /** The last error of the mail server, without addresses; null if it accepted the mail. */
  problem: z.nullable(z.string()),
  createdAt: out.time,
  sentAt: z.nullable(out.time),
  /** The name of the admin who sent it again; null for mails that the program sent by itself. */
  resentBy: z.nullable(z.string()),
  /** The reason why it cannot be sent again, or null. */
  resendProblem: z.nullable(z.string()),
});
export type MemberMail = z.output<typeof memberMail>;

export const listMemberMails = contract(calls.listMemberMails, {
  input: z.object({ id: uuid, page: listQuery.page, limit: listQuery.limit }),
  output: pageOf(memberMail),
  summary: "Lists the mails of the last 30 days to the member's address, newest first. Their texts are not stored.",
});

export const resendMemberMail = contract(calls.resendMemberMail, {
  recentAfterMany: true,
  input: z.strictObject({
    /** The id of the member. */
    id: uuid,
    mailId: uuid,
    companyId,
  }),
  output: z.object({
    /** The id of the new mail. */
    mailId: z.string(),
  }),
  summary:
    'Sends a mail again, rendered from the current data. A conflict if its text is no longer true or it held a code. Limits: ' +
    'once a minute and five times a day for each member and mail. The same call by the same admin within a minute returns ' +
    'the first response again.',
});
