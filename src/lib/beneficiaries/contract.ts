import * as z from 'zod/mini';
import { contract } from '../core/contract.ts';
import { companyId } from '../core/fields.ts';

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

/** A bank account as the payment screen offers it. */
export const bankDetail = z.object({
  id: z.string(),
  bankName: z.string(),
  accountNumber: z.string(),
  holderName: z.string(),
  ifscCode: z.string(),
  branch: z.string(),
});
export type BankDetail = z.output<typeof bankDetail>;

/** A UPI ID as the payment screen offers it. */
export const upiDetail = z.object({ id: z.string(), upi: z.string(), holderName: z.string() });

/**
 * The primary account flat ('' everywhere when the company has none), and all active bank accounts and UPI IDs, those of
 * the primary first.
 */
export const paymentDetails = z.extend(beneficiary, { banks: z.array(bankDetail), upis: z.array(upiDetail) });
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

export const getBeneficiary = contract({
  method: 'GET',
  path: '/api/v1/admin/beneficiary/get',
  access: 'admin',
  from: 'query',
  input: z.object({ companyId }),
  output: z.extend(beneficiary, { beneficiaries: z.array(z.extend(beneficiary, { isPrimary: z.boolean() })) }),
  summary: "Gives the company's primary beneficiary flat, and every active one in `beneficiaries`, the primary first.",
  failure: 'Failed to fetch beneficiary',
});
