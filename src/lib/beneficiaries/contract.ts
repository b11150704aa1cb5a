import * as z from 'zod/mini';
import { contract } from '../core/contract.ts';
import { accountNumber, boundedText, companyId, flag, ifsc, optional, upiId, uuid } from '../core/fields.ts';
import { out } from '../core/wire.ts';
import { outcome, proposalHead } from '../proposals/contract.ts';
import { currentPassword } from '../users/contract.ts';

/** An account that the company is paid to. Each has a bank account, a UPI ID, or both; what it lacks is ''. */
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
  /** Counts the changes of the account; sent back with the proof, it names what the buyer was shown. */
  version: z.number(),
  /** When it last changed, if that was within a day; else null. */
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
});
export type PaymentDetails = z.output<typeof paymentDetails>;

export const getPaymentDetails = contract({
  method: 'GET',
  path: '/api/v1/user/package/beneficiary/get',
  access: 'member',
  from: 'query',
  input: z.object({ companyId }),
  output: paymentDetails,
  summary: 'Gives the accounts that an order is paid to.',
  failure: 'Failed to fetch payment details',
});

/** An account as admins keep it. */
export const account = z.extend(beneficiary, {
  isPrimary: z.boolean(),
  isActive: z.boolean(),
  /** Counts its changes: send it back with a change, so that nobody's work is lost. */
  version: z.number(),
  createdAt: out.time,
  /** When what buyers pay to last changed, null if never. */
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
  /** The account was changed since: it can't be confirmed any more. */
  isStale: z.boolean(),
});
export type AccountProposal = z.output<typeof accountProposal>;

export const getBeneficiary = contract({
  method: 'GET',
  path: '/api/v1/admin/beneficiary/get',
  access: 'admin',
  from: 'query',
  input: z.object({ companyId }),
  output: z.extend(beneficiary, {
    version: z.number(),
    beneficiaries: z.array(account),
    proposals: z.array(accountProposal),
    /** Changes wait for a second admin. */
    needsTwoAdmins: z.boolean(),
  }),
  summary:
    "Gives the company's primary beneficiary flat, every one in `beneficiaries` (the primary first, the inactive last), and what waits for a second admin.",
  failure: 'Failed to fetch beneficiary',
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
  /** Of the account; of the waiting change where it waits. */
  id: z.string(),
});

const password = { /** The admin's own, once more. */ password: currentPassword };

export const addBeneficiary = contract({
  method: 'POST',
  path: '/api/v1/admin/beneficiary/add',
  access: 'admin',
  from: 'json',
  input: z.strictObject({ ...details, isPrimary: optional(flag), ...password, companyId }),
  output: written,
  summary: "Adds an account that buyers can pay to. Needs the admin's password; the first account is the primary one.",
  failure: 'Failed to add beneficiary',
  success: 'Beneficiary added successfully',
});

export const updateBeneficiary = contract({
  method: 'PUT',
  path: '/api/v1/admin/beneficiary/update',
  access: 'admin',
  from: 'json',
  input: z.strictObject({
    /** The account; without it the primary one. */
    id: optional(uuid),
    ...details,
    isPrimary: optional(flag),
    isActive: optional(flag),
    /** The one that was shown: with another one now, 409. Without it the session is held to what it was last given. */
    version,
    ...password,
    companyId,
  }),
  output: written,
  summary: "Changes an account. Needs the admin's password; every admin is told by mail.",
  failure: 'Failed to update beneficiary',
  success: 'Beneficiary updated successfully',
});

export const deleteBeneficiary = contract({
  method: 'DELETE',
  path: '/api/v1/admin/beneficiary/delete',
  access: 'admin',
  from: 'json',
  input: z.strictObject({ id: uuid, version, ...password, companyId }),
  output: written,
  summary: 'Deletes an account; one that purchases refer to becomes inactive instead.',
  failure: 'Failed to delete beneficiary',
  success: 'Beneficiary deleted successfully',
});

export const confirmBeneficiary = contract({
  method: 'POST',
  path: '/api/v1/admin/beneficiary/confirm',
  access: 'admin',
  from: 'json',
  input: z.strictObject({ id: uuid, ...password, companyId }),
  output: written,
  summary: 'Confirms and carries out a change that another admin has proposed.',
  failure: 'Failed to confirm the change',
  success: 'Change confirmed successfully',
});

const decided = z.null();

export const refuseBeneficiary = contract({
  method: 'POST',
  path: '/api/v1/admin/beneficiary/refuse',
  access: 'admin',
  from: 'json',
  input: z.strictObject({ id: uuid, companyId }),
  output: decided,
  summary: 'Refuses a change that another admin has proposed.',
  failure: 'Failed to refuse the change',
  success: 'Change refused',
});

export const withdrawBeneficiary = contract({
  method: 'POST',
  path: '/api/v1/admin/beneficiary/withdraw',
  access: 'admin',
  from: 'json',
  input: z.strictObject({ id: uuid, companyId }),
  output: decided,
  summary: "Takes back one's own change while it waits for a second admin.",
  failure: 'Failed to withdraw the change',
  success: 'Change withdrawn',
});
