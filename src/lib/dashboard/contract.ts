import { contract } from '../core/contract.ts';
import { companyId } from '../core/fields.ts';
import { out } from '../core/wire.ts';
import * as z from '../core/zod.ts';
import * as calls from './calls.ts';

const count = z.number();

/** The figures of the admin dashboard (docs/product.md, Admin dashboard). Supplies are in whole tokens. */
export const dashboardSummary = z.object({
  userActive: count,
  userInactive: count,
  userBlock: count,
  totalSupply: out.quantity,
  privateSupply: out.quantity,
  remainingPrivateSupply: out.quantity,
  publicCellSupply: out.quantity,
  angelInvestorSupply: out.quantity,
  founderTeamSupply: out.quantity,
  airdropSupply: out.quantity,
  privateSupplyData: z.object({
    /** The private supply. */
    total: out.quantity,
    /** Neither credited nor on hold for a pending purchase or a reward. */
    remaining: out.quantity,
    /** Credited to members. */
    stockBalance: out.quantity,
  }),
  /** Referral rewards, in whole tokens. */
  rewards: z.object({
    /** In the stock of referrers, without reversed ones. */
    credited: out.quantity,
    /** Reserved, not credited yet. */
    held: out.quantity,
    /** Both of the private supply, in per cent. */
    sharePercent: out.percent,
  }),
  /** Work that waits for an admin. */
  waiting: z.object({
    purchases: count,
    /** Sum of their final amounts. */
    amount: out.money,
    /** When the oldest of them was submitted; null if there are none. */
    oldestAt: z.nullable(out.time),
    membersToVerify: count,
    /** Pending purchases with the first of two approvals. */
    secondApprovals: count,
    /** Approved purchases with a pending request to reverse them. */
    reversals: count,
    /** Changes that one admin has proposed and a second has to confirm. */
    beneficiaryChanges: count,
    settingsChanges: count,
    adminChanges: count,
    /** Refunds whose account was entered, and approved ones that are in no payout file. */
    refundsToApprove: count,
    refundsToPay: count,
    /** Rewards on hold that an admin has to look at. */
    rewardsToReview: count,
    /** Messages to buyers that a second admin has to confirm, and the page of the oldest; '' if there are none. */
    messagesToConfirm: count,
    messagesPath: z.string(),
  }),
});
export type DashboardSummary = z.output<typeof dashboardSummary>;

export const memberStatistics = z.object({
  total: count,
  verificationCompleted: count,
  verificationPending: count,
});
export type MemberStatistics = z.output<typeof memberStatistics>;

/** Final amounts of approved purchases, in total and by payment method. */
export const transactionStatistics = z.object({
  total: out.money,
  bank: out.money,
  upi: out.money,
  manual: out.money,
  crypto: out.money,
});
export type TransactionStatistics = z.output<typeof transactionStatistics>;

export const getDashboard = contract(calls.getDashboard, {
  input: z.object({ companyId }),
  output: dashboardSummary,
  summary: 'Gives the figures of the dashboard: accounts by status, the parts of the supply, what waits for an admin.',
});

export const getMemberStatistics = contract(calls.getMemberStatistics, {
  keyScope: 'read:members',
  input: z.object({ companyId }),
  output: memberStatistics,
  summary: 'Gives how many members there are, and how many of them are verified and wait for verification.',
});

export const getTransactionStatistics = contract(calls.getTransactionStatistics, {
  keyScope: 'read:purchases',
  input: z.object({ companyId }),
  output: transactionStatistics,
  summary: 'Gives what approved purchases have brought, in all and by payment method.',
});

/** What approved purchases have brought, by the day of their approval in Asia/Kolkata. */
export const collection = z.object({
  /** Of all time. */
  collected: out.money,
  /** Number of approved purchases of all time. */
  approved: count,
  today: out.money,
  /** Since Monday. */
  thisWeek: out.money,
  /** The last 30 days with today, oldest first, also those without an approval. */
  days: z.array(z.object({ day: z.string(), amount: out.money, purchases: count })),
});
export type Collection = z.output<typeof collection>;

export const getCollection = contract(calls.getCollection, {
  input: z.object({ companyId }),
  output: collection,
  summary: 'Gives what approved purchases have brought: in all, today, this week and on each of the last 30 days.',
});
