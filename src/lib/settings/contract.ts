/** The settings as they are read. What changes them stands apart: who only looks needs none of its checks. */
import * as z from 'zod/mini';
import { contract } from '../core/contract.ts';
import { companyId } from '../core/text-fields.ts';
import { out } from '../core/wire.ts';
import { proposalHead } from '../proposals/contract.ts';

/** Money and price as strings; null where there is no bound, '' where there is no text. */
export const settingsValues = z.object({
  price: out.price,
  platformChargePercent: out.percent,
  referralRewardPercent: out.percent,
  verifiedMembersOnly: z.boolean(),
  /** Above this total Banking is preselected. */
  upiLimit: out.money,
  minimumOrder: z.nullable(out.money),
  maximumOrder: z.nullable(out.money),
  launchAt: z.nullable(out.time),
  /** A purchase whose final amount is above this needs a second admin. */
  secondApproverAbove: z.nullable(out.money),
  twoAdminsForAccounts: z.boolean(),
  notice: z.string(),
  supportEmail: z.string(),
  supportPhone: z.string(),
});
export type SettingsValues = z.output<typeof settingsValues>;

const settingsChange = z.object({
  version: z.number(),
  changedBy: z.string(),
  changedAt: out.time,
  before: settingsValues,
  after: settingsValues,
});
export type SettingsChange = z.output<typeof settingsChange>;

export const settingsProposal = z.object({
  ...proposalHead,
  before: settingsValues,
  after: settingsValues,
  /** The settings were changed since: it can't be confirmed any more. */
  isStale: z.boolean(),
});
export type SettingsProposal = z.output<typeof settingsProposal>;

export const getSettings = contract({
  method: 'GET',
  path: '/api/v1/admin/settings/get',
  access: 'admin',
  from: 'query',
  input: z.object({ companyId }),
  output: z.object({
    settings: settingsValues,
    /** Counts the changes: send it back with one, so that nobody's work is lost. */
    version: z.number(),
    /** The latest changes, the newest first. */
    history: z.array(settingsChange),
    proposals: z.array(settingsProposal),
    /** Admins who may sign in: rules of two need two. */
    admins: z.number(),
  }),
  summary: "Gives the company's settings, their latest changes, and what waits for a second admin.",
  failure: 'Failed to fetch settings',
});
