import { ownPassword } from '../accounts/contract.ts';
import { outcome, proposalHead } from '../approvals/contract.ts';
import { contract } from '../core/contract.ts';
import { accountNumber, boundedText, companyId, flag, ifsc, optional, upiId, uuid } from '../core/fields.ts';
import { out } from '../core/wire.ts';
import * as z from '../core/zod.ts';
import * as calls from './calls.ts';

/** An account that the company is paid to. Each has a bank account, a UPI ID, or both; missing fields are ''. */
export const beneficiary = z.object({
  id: z.string(),
  holderName: z.string(),
  bankName: z.string(),
  branch: z.string(),
  accountNumber: z.string(),
  ifscCode: z.string(),
  upi: z.string(),
});
export type Beneficiary = z.output<typeof beneficiary>;

const shownToBuyers = {
  /** Counts the changes of the account. Sent with the proof, it identifies what the buyer was shown. */
  version: z.number(),
  /** When the account last changed, if within a day; else null. */
  changedAt: z.nullable(out.time),
};

/** A bank account as the payment screen offers it. */
export const bankDetail = z.object({
  id: z.string(),
  bankName: z.string(),
  accountNumber: z.string(),
  holderName: z.string(),
  ifscCode: z.string(),
  branch: z.string(),
  ...shownToBuyers,
});
export type BankDetail = z.output<typeof bankDetail>;

/** A UPI ID as the payment screen offers it. */
export const upiDetail = z.object({
  id: z.string(),
  upi: z.string(),
  holderName: z.string(),
  ...shownToBuyers,
});

/**
 * The primary account flat ('' everywhere when the company has none), and all active bank accounts and UPI IDs, those of
 * the primary first.
 */
export const paymentDetails = z.extend(beneficiary, {
  ...shownToBuyers,
  banks: z.array(bankDetail),
  upis: z.array(upiDetail),
  /** What a buyer has to know about the details as a whole, as that they are examples; null for nothing. */
  notice: z.nullable(z.string()),
});
export type PaymentDetails = z.output<typeof paymentDetails>;

export const getPaymentDetails = contract(calls.getPaymentDetails, {
  input: z.object({ companyId }),
  output: paymentDetails,
  summary: 'Returns the accounts that an order can be paid to.',
});

/** An account as admins see it. */
export const account = z.extend(beneficiary, {
  isPrimary: z.boolean(),
  isActive: z.boolean(),
  /** Counts the changes. Send it with a change, which is refused if another admin changed the account meanwhile. */
  version: z.number(),
  createdAt: out.time,
  /** When the account last changed; null if never. */
  changedAt: z.nullable(out.time),
});
export type AccountView = z.output<typeof account>;

const plan = z.object({
  ...beneficiary.shape,
  isPrimary: z.boolean(),
  isActive: z.boolean(),
});

/** A change of the accounts that waits for a second admin. */
export const accountProposal = z.object({
  ...proposalHead,
  kind: z.enum(['add', 'update', 'delete']),
  /** The account as it is now; null for one that is to be added. */
  before: z.nullable(plan),
  /** As it will be; null for one that is to be deleted. */
  after: z.nullable(plan),
  /** The account has changed since, so the change can no longer be confirmed. */
  isStale: z.boolean(),
});
export type AccountProposal = z.output<typeof accountProposal>;

export const getBeneficiary = contract(calls.getBeneficiary, {
  input: z.object({ companyId }),
  output: z.extend(beneficiary, {
    version: z.number(),
    beneficiaries: z.array(account),
    proposals: z.array(accountProposal),
    /** Changes wait for a second admin. */
    needsTwoAdmins: z.boolean(),
  }),
  summary:
    "Returns the company's primary beneficiary flat, every one in `beneficiaries` (the primary first, the inactive last), and the changes that wait for a second admin.",
});

const details = {
  holderName: boundedText('the account holder', 2, 100),
  bankName: boundedText('the bank name', 2, 100),
  branch: boundedText('the branch', 2, 100),
  accountNumber,
  ifscCode: ifsc,
  upi: upiId,
};
export const accountDetails = z.object(details);

const versionWrong = 'The version must be a whole number from 1.';
const version = optional(
  z.number(versionWrong).check(z.refine((n: number) => Number.isSafeInteger(n) && n >= 1, versionWrong)),
);

const written = z.object({
  state: outcome,
  /** Id of the account, or of the change while it waits. */
  id: z.string(),
});

const password = { /** The admin's own. */ password: ownPassword };

export const addBeneficiary = contract(calls.addBeneficiary, {
  input: z.strictObject({ ...details, isPrimary: optional(flag), ...password, companyId }),
  output: written,
  summary: 'Adds an account that buyers can pay to. The first account is the primary one.',
  recentAuthentication: 'always',
});

export const updateBeneficiary = contract(calls.updateBeneficiary, {
  input: z.strictObject({
    /** The account; without it the primary one. */
    id: optional(uuid),
    ...details,
    isPrimary: optional(flag),
    isActive: optional(flag),
    /** The version that was shown; 409 if it is no longer the present one. Default: the version that the session saw last. */
    version,
    ...password,
    companyId,
  }),
  output: written,
  summary: 'Changes an account. Every admin is notified by mail.',
  recentAuthentication: 'always',
});

export const deleteBeneficiary = contract(calls.deleteBeneficiary, {
  input: z.strictObject({ id: uuid, version, ...password, companyId }),
  output: written,
  summary: 'Deletes an account; one that purchases refer to becomes inactive instead.',
  recentAuthentication: 'always',
});

export const confirmBeneficiary = contract(calls.confirmBeneficiary, {
  input: z.strictObject({ id: uuid, ...password, companyId }),
  output: written,
  summary: 'Confirms and makes a change that another admin has proposed.',
  recentAuthentication: 'always',
});

const decided = z.null();

export const refuseBeneficiary = contract(calls.refuseBeneficiary, {
  input: z.strictObject({ id: uuid, companyId }),
  output: decided,
  summary: 'Refuses a change that another admin has proposed.',
});

export const withdrawBeneficiary = contract(calls.withdrawBeneficiary, {
  input: z.strictObject({ id: uuid, companyId }),
  output: decided,
  summary: "Withdraws the caller's own change while it waits for a second admin.",
});
