import { ownPassword } from '../accounts/contract.ts';
import { addressChange } from '../approvals/contract.ts';
import { textToBuyers } from '../core/buyer-text.ts';
import { contract } from '../core/contract.ts';
import { latinDigits } from '../core/digits.ts';
import {
  accountNumber,
  boundedText,
  companyId,
  ifsc,
  listQuery,
  optional,
  search,
  upiId,
  uuid,
} from '../core/fields.ts';
import { isDate } from '../core/formats.ts';
import { cleanLine } from '../core/text.ts';
import { amountPaise, out, pageOf } from '../core/wire.ts';
import * as z from '../core/zod.ts';
import * as calls from './calls.ts';

const state = z.enum(calls.REFUND_STATES);
const cause = z.enum(calls.REFUND_CAUSES);
const nullableText = z.nullable(z.string());

const common = {
  id: z.string(),
  /** `RFD-` and ten digits. */
  number: z.string(),
  orderNumber: z.string(),
  cause,
  amount: out.money,
  state,
  createdAt: out.time,
  /** What the team wrote to the member last; '' for nothing. */
  note: z.string(),
  /** The account, masked, as 'HDFC0000123, ending 4417'; null until it is entered. */
  payee: nullableText,
  approvedAt: z.nullable(out.time),
  /** Day in India. */
  paidOn: nullableText,
  /** The bank's number of the payout. */
  paidReference: nullableText,
};

export const refund = z.object({
  ...common,
  /** Whether the account can be entered or changed now. */
  canEnterAccount: z.boolean(),
});
export type Refund = z.output<typeof refund>;

export const refundForAdmin = z.object({
  ...common,
  purchaseId: z.string(),
  memberId: z.string(),
  memberName: z.string(),
  userId: z.string(),
  createdBy: z.string(),
  createdByMe: z.boolean(),
  /** The caller's own money: another admin has to act. */
  isOwn: z.boolean(),
  /** Send it with an approval, which is refused if another account was entered meanwhile. */
  payeeVersion: z.number(),
  /** The first of two admins; null while nobody has approved, and once it is approved. */
  firstApproval: z.nullable(z.object({ by: z.string(), at: out.time, isMine: z.boolean() })),
  /** The first of two admins who want to reopen it, or to export it again; null for none. */
  request: z.nullable(
    z.object({ act: z.enum(['reopen', 'export']), by: z.string(), at: out.time, isMine: z.boolean() }),
  ),
  /** What the payout is found by on a statement. */
  reference: z.string(),
  /** How often the payout was put into a file. */
  exports: z.number(),
  exportedAt: z.nullable(out.time),
  /** The reference of an earlier payout that went out after all and is not back; null for none. */
  lateReference: nullableText,
  /** Which admin last changed the member's email, in the last seven days. */
  addressChanged: z.optional(addressChange),
});
export type RefundForAdmin = z.output<typeof refundForAdmin>;

/** A purchase of which money can be paid back. */
export const refundable = z.object({
  purchaseId: z.string(),
  orderNumber: z.string(),
  cause,
  memberId: z.string(),
  memberName: z.string(),
  /** What came in, as the bank's row says, else the final amount. */
  received: out.money,
  /** What of it can still be paid back. */
  available: out.money,
  /** When it was reversed, or approved with the larger row. */
  since: out.time,
});
export type Refundable = z.output<typeof refundable>;

const HOLDER = /^[\p{L}][\p{L}\p{M}\p{N} .,&'’/()-]*$/u;
const HOLDER_MISSING = 'Please enter the name of the account holder.';

/** A name as banks take it. It begins with a letter, so that no spreadsheet program reads it as a formula. */
const holderName = z
  .string(HOLDER_MISSING)
  .check(
    z.overwrite(cleanLine),
    z.minLength(1, { error: HOLDER_MISSING, abort: true }),
    z.maxLength(100, { error: 'The name of the account holder can have at most 100 characters.', abort: true }),
    z.regex(HOLDER, 'Please enter the account holder as the bank has it: letters, digits, spaces and points.'),
  );

/** No UPI ID begins with a point or a dash, and a dash would be a formula in a file. */
const payeeUpi = upiId.check(z.regex(/^[a-z0-9]/, 'Please enter a valid UPI ID, as name@bank.'));

const bankFields = {
  holderName,
  accountNumber,
  /** The account number once more. */
  accountNumberAgain: accountNumber,
  ifscCode: ifsc,
};
const AGAIN = 'The two account numbers differ. Please enter the same number twice.';

/** A bank account. */
export const bankPayee = z
  .strictObject({ id: uuid, kind: z.literal('BANK'), ...bankFields, companyId })
  .check(z.refine((it) => it.accountNumber === it.accountNumberAgain, { error: AGAIN, path: ['accountNumberAgain'] }));
/** A UPI ID. */
export const upiPayee = z.strictObject({ id: uuid, kind: z.literal('UPI'), holderName, upi: payeeUpi, companyId });

export const setRefundAccount = contract(calls.setRefundAccount, {
  input: z.discriminatedUnion('kind', [bankPayee, upiPayee], 'Please choose a bank account or a UPI ID.'),
  output: refund,
  recentAuthentication: 'again',
  accountLimit: { name: 'refund-account', max: 30, windowSeconds: 3_600 },
  summary:
    'Enters or changes the account that one of the member’s refunds is paid to, until it is paid out. A change ends approvals.',
});

export const listRefunds = contract(calls.listRefunds, {
  input: z.object({ page: listQuery.page, limit: listQuery.limit, companyId }),
  output: pageOf(refund),
  summary: "Lists the member's refunds, the newest first.",
});

export const listRefundsAsAdmin = contract(calls.listRefundsAsAdmin, {
  keyScope: 'read:refunds',
  input: z.object({ page: listQuery.page, limit: listQuery.limit, search, state: optional(state), companyId }),
  output: pageOf(refundForAdmin),
  summary: "Lists the company's refunds, the newest first.",
});

export const listRefundable = contract(calls.listRefundable, {
  input: z.object({ page: listQuery.page, limit: listQuery.limit, search, companyId }),
  output: pageOf(refundable),
  summary: 'Lists the reversed and the overpaid purchases whose money was not paid back yet, the newest first.',
});

const password = { /** The admin's own. */ password: ownPassword };
const reason = textToBuyers('a reason', 1, 300);

export const addRefund = contract(calls.addRefund, {
  recentAfterMany: true,
  input: z.strictObject({
    /** Of the purchase. */
    id: uuid,
    /** In rupees. Default: all that can be paid back. */
    amount: optional(amountPaise()),
    companyId,
  }),
  output: refundForAdmin,
  creates: true,
  summary: 'Creates the refund of a reversed or an overpaid purchase, and asks the member for their account.',
});

export const approveRefund = contract(calls.approveRefund, {
  input: z.strictObject({
    id: uuid,
    /** The version of the account that was shown. */
    payeeVersion: z.number('Please send the version of the account.'),
    ...password,
    companyId,
  }),
  output: z.object({ id: z.string(), state }),
  summary:
    'Approves a refund. Where the company needs two admins for the amount, the first call is recorded and the call of another ' +
    'admin, who has not created it, approves.',
  recentAuthentication: 'always',
});

const explained = {
  input: z.strictObject({ id: uuid, reason, companyId }),
  output: z.object({ id: z.string(), state }),
};

export const askRefundAccount = contract(calls.askRefundAccount, {
  recentAfterMany: true,
  ...explained,
  summary: 'Asks the member for another account, until the refund is paid out. Ends approvals.',
});

export const cancelRefund = contract(calls.cancelRefund, {
  recentAfterMany: true,
  ...explained,
  summary: 'Cancels a refund that was not paid out yet, and tells the member why.',
});

export const showRefundAccount = contract(calls.showRefundAccount, {
  input: z.strictObject({ id: uuid, ...password, companyId }),
  output: z.object({
    kind: z.enum(['BANK', 'UPI']),
    holderName: z.string(),
    /** '' for a UPI ID, as the next. */
    accountNumber: z.string(),
    ifscCode: z.string(),
    /** '' for a bank account. */
    upi: z.string(),
    payeeVersion: z.number(),
  }),
  summary: 'Shows the account of a refund in full, to check or pay it by hand. Recorded in the audit trail.',
  recentAuthentication: 'always',
});

export const exportRefunds = contract(calls.exportRefunds, {
  input: z.strictObject({
    ids: z
      .array(uuid, 'Please choose the refunds.')
      .check(
        z.minLength(1, 'Please choose the refunds.'),
        z.maxLength(calls.PAYOUTS_MAX, `A file has at most ${calls.PAYOUTS_MAX} refunds.`),
      ),
    /** Why refunds that are in an earlier file are exported again. */
    reason: optional(boundedText('a reason', 1, 300)),
    ...password,
    companyId,
  }),
  output: z.object({
    fileName: z.string(),
    /** CSV, UTF-8. */
    content: z.string(),
    count: z.number(),
    total: out.money,
    /** Refunds that wait for a second admin to export them again. No file is made then. */
    waiting: z.number(),
  }),
  summary:
    'Makes a file of payouts for the bank, one line for each approved refund. A refund that was exported before needs a reason, ' +
    'and where the company needs two admins above an amount, a statement that proves that it was not paid or a second admin.',
  recentAuthentication: 'always',
});

export const payRefund = contract(calls.payRefund, {
  input: z.strictObject({
    id: uuid,
    /** Day in India. */
    paidOn: z
      .string('Please enter the day.')
      .check(z.overwrite(latinDigits), z.refine(isDate, 'Please enter a real date (YYYY-MM-DD).')),
    /** The bank's number of the payout. */
    bankReference: boundedText('the bank reference', 4, 35).check(
      z.overwrite(latinDigits),
      z.regex(/^[A-Za-z0-9]+$/, 'The bank reference has letters and digits only.'),
      // The buyer reads it in a mail of ours: no words, and no number of a phone.
      z.refine(
        (text) =>
          /^[A-Za-z]{0,6}\d+(?:[A-Za-z]{1,6}\d+){0,2}[A-Za-z]{0,2}$/.test(text) &&
          /(?:\d\D*){6}/.test(text) &&
          !/^(?:PAY|PAYTO|TO|UPI|CALL|GPAY)?(?:91|0)?[6-9]\d{9}$/i.test(text),
        'Please enter the number that the bank gave to the payout, as on the statement.',
      ),
    ),
    ...password,
    companyId,
  }),
  output: z.object({ id: z.string(), state }),
  summary: 'Marks an approved or exported refund as paid, where no statement shows its debit.',
  recentAuthentication: 'always',
});

export const reopenRefund = contract(calls.reopenRefund, {
  input: z.strictObject({ id: uuid, reason, ...password, companyId }),
  output: z.object({ id: z.string(), state }),
  summary:
    'Reopens an exported or paid refund whose payout came back or failed: the member is asked for another account. Where the ' +
    'company needs two admins above an amount and no statement proves it, the first call is recorded and another admin reopens.',
  recentAuthentication: 'always',
});
