import { proposalHead } from '../approvals/contract.ts';
import { textToBuyers } from '../core/buyer-text.ts';
import { contract } from '../core/contract.ts';
import { boundedText, companyId, flag, optional, uuid } from '../core/fields.ts';
import { typedReference } from '../core/reference-field.ts';
import { out } from '../core/wire.ts';
import * as z from '../core/zod.ts';
import * as calls from './calls.ts';

const file = z.object({ url: z.string(), mime: z.string(), fileName: z.string() });

export const message = z.object({
  id: z.string(),
  createdAt: out.time,
  by: z.enum(['member', 'team']),
  /** Name of the admin, for admins, and of the buyer; null where a member reads what the team wrote. */
  author: z.nullable(z.string()),
  /** Empty for a file or a correction alone, and after the erasure of the buyer's account. */
  text: z.string(),
  /** The team waits for an answer to it. */
  isQuestion: z.boolean(),
  file: z.nullable(file),
  /** Whether the file became the proof; else it was added to it. */
  replacesProof: z.boolean(),
  /** The proof before that. */
  earlierFile: z.nullable(file),
  /** Set together when the reference number was corrected; empty for none. */
  earlierReference: z.nullable(z.string()),
  correctedReference: z.nullable(z.string()),
  /** Set for admins while it waits for a second admin and the buyer cannot read it. */
  waiting: z.optional(z.object(proposalHead)),
});
export type Message = z.output<typeof message>;

export const thread = z.object({
  /** The oldest first. */
  records: z.array(message),
  /** Since when a question waits for the buyer, while the purchase is pending; else null. */
  waitingSince: z.nullable(out.time),
  unread: z.number(),
  /** Whether the buyer can replace the proof and correct the reference now. */
  canCorrect: z.boolean(),
  /** Whether another message can be added. */
  canWrite: z.boolean(),
});
export type Thread = z.output<typeof thread>;

const ofPurchase = { id: uuid, companyId };
const MEMBER_MESSAGES = { name: 'messages-member', max: 40, windowSeconds: 3_600 };
const ADMIN_MESSAGES = { name: 'messages-admin', max: 600, windowSeconds: 3_600 };

export const listMessages = contract(calls.listMessages, {
  input: z.object(ofPurchase),
  output: thread,
  summary: "Lists the messages about one of the member's purchases.",
});

export const addMessage = contract(calls.addMessage, {
  input: z.strictObject({
    ...ofPurchase,
    text: optional(boundedText('a message', 1, calls.MESSAGE_LENGTH_MAX)),
    /** An uploaded file of the member. */
    receiptId: optional(uuid),
    /** The file becomes the proof; the earlier one stays in the thread. Default: it is added. */
    replacesProof: optional(flag),
    /** The corrected UTR or Transaction Number. */
    referenceNumber: optional(typedReference),
  }),
  output: message,
  creates: true,
  accountLimit: MEMBER_MESSAGES,
  summary:
    'Writes to the team about a purchase, and answers its question: with text, a file, or a corrected reference number. ' +
    'Proof and reference can be corrected while a question waits.',
});

export const readMessages = contract(calls.readMessages, {
  input: z.strictObject(ofPurchase),
  output: z.null(),
  summary: 'Marks the messages about a purchase as read by the member.',
});

export const listMessagesAsAdmin = contract(calls.listMessagesAsAdmin, {
  input: z.object(ofPurchase),
  output: thread,
  summary: 'Lists the messages about a purchase of the company.',
});

export const addMessageAsAdmin = contract(calls.addMessageAsAdmin, {
  textsWait: true,
  recentAfterMany: true,
  recentAuthentication: 'sometimes',
  input: z.strictObject({
    ...ofPurchase,
    text: textToBuyers('a message', 1, calls.MESSAGE_LENGTH_MAX),
    /** The purchase waits for the buyer until they answer. Only for a pending purchase. */
    isQuestion: optional(flag),
  }),
  output: message,
  creates: true,
  accountLimit: ADMIN_MESSAGES,
  summary:
    'Writes to the buyer about a purchase. A question marks the purchase as waiting for the buyer. Under a two-admin rule a text that is ' +
    'no ready sentence waits for a second admin.',
});

export const readMessagesAsAdmin = contract(calls.readMessagesAsAdmin, {
  input: z.strictObject(ofPurchase),
  output: z.null(),
  summary: 'Marks the messages about a purchase as read by the admins.',
});

export const confirmMessage = contract(calls.confirmMessage, {
  input: z.strictObject({ id: uuid, companyId }),
  output: message,
  summary: 'Sends a message to a buyer that another admin has proposed.',
  recentAuthentication: 'always',
});

const closed = { input: z.strictObject({ id: uuid, companyId }), output: z.null() };
export const refuseMessage = contract(calls.refuseMessage, {
  ...closed,
  summary: 'Refuses a message to a buyer that another admin has proposed.',
});
export const withdrawMessage = contract(calls.withdrawMessage, {
  ...closed,
  summary: "Withdraws the caller's own message to a buyer while it waits for a second admin.",
});
