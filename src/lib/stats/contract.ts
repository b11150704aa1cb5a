import * as z from 'zod/mini';
import { contract } from '../core/contract.ts';
import { companyId } from '../core/text-fields.ts';
import { out } from '../core/wire.ts';

const count = z.number();

/** The admin dashboard's figures (spec point 3); supplies are whole tokens. */
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
    /** Neither credited nor held by a pending purchase. */
    remaining: out.quantity,
    /** Credited to members. */
    stockBalance: out.quantity,
  }),
  /** What waits for an admin. */
  waiting: z.object({
    purchases: count,
    /** Final amount of them all. */
    amount: out.money,
    /** When the one that waits longest was submitted; null when none waits. */
    oldestAt: z.nullable(out.time),
    membersToVerify: count,
    /** Of the pending purchases, those that one admin has approved already. */
    secondApprovals: count,
    /** Approved purchases that one admin has asked to reverse. */
    reversals: count,
    /** Changes of accounts and of the settings that one admin has proposed. */
    beneficiaryChanges: count,
    settingsChanges: count,
  }),
});
export type DashboardSummary = z.output<typeof dashboardSummary>;

export const memberStatistics = z.object({
  total: count,
  verificationCompleted: count,
  verificationPending: count,
});
export type MemberStatistics = z.output<typeof memberStatistics>;

/** Final amounts of approved purchases, in all and by payment method. */
export const transactionStatistics = z.object({
  total: out.money,
  bank: out.money,
  upi: out.money,
  manual: out.money,
  crypto: out.money,
});
export type TransactionStatistics = z.output<typeof transactionStatistics>;

export const getDashboard = contract({
  method: 'GET',
  path: '/api/v1/admin/dashboard/get',
  access: 'admin',
  from: 'query',
  input: z.object({ companyId }),
  output: dashboardSummary,
  summary: 'Gives the figures of the dashboard: accounts by status, the parts of the supply, what waits for an admin.',
  failure: 'Failed to fetch dashboard figures',
});

export const getMemberStatistics = contract({
  method: 'GET',
  path: '/api/v1/admin/member/statistics',
  access: 'admin',
  from: 'query',
  input: z.object({ companyId }),
  output: memberStatistics,
  summary: 'Gives how many members there are, and how many of them are verified and wait for verification.',
  failure: 'Failed to fetch member statistics',
});

export const getTransactionStatistics = contract({
  method: 'GET',
  path: '/api/v1/admin/transaction/statistics',
  access: 'admin',
  from: 'query',
  input: z.object({ companyId }),
  output: transactionStatistics,
  summary: 'Gives what approved purchases have brought, in all and by payment method.',
  failure: 'Failed to fetch transaction statistics',
});
