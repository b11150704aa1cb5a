/** Reading the settings. Their changes have their own contract, so that other screens do not load its checks. */

import { proposalHead } from '../approvals/contract.ts';
import { contract } from '../core/contract.ts';
import { companyId } from '../core/fields.ts';
import { out } from '../core/wire.ts';
import * as z from '../core/zod.ts';
import * as calls from './calls.ts';

/** Money and price as strings; null for no bound, '' for no text. */
export const settingsValues = z.object({
  price: out.price,
  platformChargePercent: out.percent,
  referralRewardPercent: out.percent,
  /** Days between the approval of a purchase and the credit of its reward. */
  rewardWaitDays: z.number(),
  /** The signs that make a reward wait for a review, with commas between; '' for none. */
  rewardSigns: z.string(),
  verifiedMembersOnly: z.boolean(),
  /** Above this total Banking is preselected. */
  upiLimit: out.money,
  minimumOrder: z.nullable(out.money),
  maximumOrder: z.nullable(out.money),
  /** How many purchases of one member may be pending; 0 for no limit, as in the next four. */
  openPurchasesMax: z.number(),
  /** Of the private supply, what pending purchases of one verified member may hold. */
  heldSharePercent: out.percent,
  /** The same for a member who waits for verification. */
  heldSharePercentUnverified: out.percent,
  /** The share of the remaining supply that all orders without a proof or of unverified members may hold together. */
  unprovenSharePercent: out.percent,
  /** A hold ends after so many hours without a decision. */
  holdHours: z.number(),
  /** Reminders of what has waited so many hours; 0 for none. */
  reminderHours: z.number(),
  /** Hours of the day in India between which neither reminders nor announcements are sent; equal for none. */
  quietFromHour: z.number(),
  quietToHour: z.number(),
  launchAt: z.nullable(out.time),
  /** A purchase whose final amount is above this needs a second admin. */
  secondApproverAbove: z.nullable(out.money),
  twoAdminsForAccounts: z.boolean(),
  adminsNeedFactor: z.boolean(),
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
  /** The settings have changed since, so it can no longer be confirmed. */
  isStale: z.boolean(),
});
export type SettingsProposal = z.output<typeof settingsProposal>;

export const getSettings = contract(calls.getSettings, {
  input: z.object({ companyId }),
  output: z.object({
    settings: settingsValues,
    /** Counts the changes. Send it with an update, which is refused if another admin changed the settings meanwhile. */
    version: z.number(),
    /** The latest changes, the newest first. */
    history: z.array(settingsChange),
    proposals: z.array(settingsProposal),
    /** Number of active admins. */
    admins: z.number(),
    /** Another admin could confirm the caller's changes now: without one, no two-admin rule can be switched on. */
    hasSecondAdmin: z.boolean(),
  }),
  summary: "Returns the company's settings, their latest changes, and what waits for a second admin.",
});
