import { costPaise, type Paise, type PriceMicros } from '../core/money.ts';
import type { RewardSign } from '../core/rewards.ts';

/** What an admin sets for the company. Null: no bound, or no date yet. */
export interface Settings {
  readonly priceMicros: PriceMicros;
  readonly feeBps: number;
  readonly rewardBps: number;
  /** Days between the approval of a purchase and the credit of its reward. */
  readonly rewardWaitDays: number;
  /** What makes a reward wait for a review, in the order of `REWARD_SIGNS`. */
  readonly rewardSigns: readonly RewardSign[];
  readonly verifiedMembersOnly: boolean;
  /** Above this total Banking is preselected. */
  readonly upiLimitPaise: Paise;
  readonly minOrderPaise: Paise | null;
  readonly maxOrderPaise: Paise | null;
  /** Caps on the pending purchases of one member; 0 for no limit (docs/decisions/0171). */
  readonly openPurchasesMax: number;
  /** Of the private supply. */
  readonly heldShareBps: number;
  readonly heldShareUnverifiedBps: number;
  /** The share of the remaining supply that all unproven holds may have; 0 for no limit (docs/decisions/0630). */
  readonly unprovenShareBps: number;
  /** A hold ends after so many hours without a decision; 0 for never. */
  readonly holdHours: number;
  /** 0 for none. */
  readonly reminderHours: number;
  /** Hours of the day in India; equal for no quiet hours. */
  readonly quietFromHour: number;
  readonly quietToHour: number;
  readonly launchAt: Date | null;
  /** A purchase whose final amount is above this needs a second admin. */
  readonly secondApproverAbovePaise: Paise | null;
  readonly twoAdminsForAccounts: boolean;
  readonly adminsNeedFactor: boolean;
  /** What buyers read above their screens; '' shows nothing. */
  readonly notice: string;
  readonly supportEmail: string;
  readonly supportPhone: string;
}

export type SettingName =
  | 'price'
  | 'platformChargePercent'
  | 'referralRewardPercent'
  | 'rewardWaitDays'
  | 'rewardSigns'
  | 'verifiedMembersOnly'
  | 'upiLimit'
  | 'minimumOrder'
  | 'maximumOrder'
  | 'openPurchasesMax'
  | 'heldSharePercent'
  | 'heldSharePercentUnverified'
  | 'unprovenSharePercent'
  | 'holdHours'
  | 'reminderHours'
  | 'quietFromHour'
  | 'quietToHour'
  | 'launchAt'
  | 'secondApproverAbove'
  | 'twoAdminsForAccounts'
  | 'adminsNeedFactor'
  | 'notice'
  | 'supportEmail'
  | 'supportPhone';

/** What screens and mails call them. */
export const SETTING_LABELS: Readonly<Record<SettingName, string>> = {
  price: 'Price per token',
  platformChargePercent: 'Platform Fees',
  referralRewardPercent: 'Referral reward',
  rewardWaitDays: 'Days until a reward is credited',
  rewardSigns: 'Rewards to review',
  verifiedMembersOnly: 'Verified members only',
  upiLimit: 'UPI limit',
  minimumOrder: 'Minimum order',
  maximumOrder: 'Maximum order',
  openPurchasesMax: 'Open purchases per member',
  heldSharePercent: 'Held share of a verified member',
  heldSharePercentUnverified: 'Held share of an unverified member',
  unprovenSharePercent: 'Held share of all unproven orders',
  holdHours: 'Hours until a hold ends',
  reminderHours: 'Hours until a reminder',
  quietFromHour: 'Quiet hours from',
  quietToHour: 'Quiet hours to',
  launchAt: 'Launch date',
  secondApproverAbove: 'Second approver above',
  twoAdminsForAccounts: 'Two admins for account changes',
  adminsNeedFactor: 'Admins need a second factor',
  notice: 'Notice to buyers',
  supportEmail: 'Support email',
  supportPhone: 'Support phone',
};
export const SETTING_NAMES = Object.keys(SETTING_LABELS) as readonly SettingName[];

export type Problems = Partial<Record<SettingName, string>>;

/**
 * Why settings can't be changed so, by field.
 * @param nowMs the database's time
 * @param hasSecond whether another admin could confirm the actor's changes now (docs/contract.md, Two admins)
 */
export function settingsProblems(before: Settings, after: Settings, nowMs: number, hasSecond: boolean): Problems {
  const problems: Problems = {};
  const { minOrderPaise: min, maxOrderPaise: max } = after;
  if (min !== null && max !== null && min > max)
    problems.maximumOrder = 'The maximum order must not be below the minimum order.';
  else if (max !== null && max < costPaise(1n, after.priceMicros))
    problems.maximumOrder = 'The maximum order must be at least the price of one token.';
  const isMoved = after.launchAt?.getTime() !== before.launchAt?.getTime();
  if (after.launchAt !== null && isMoved && after.launchAt.getTime() <= nowMs)
    problems.launchAt = 'The launch date must be in the future.';
  const alone =
    'This needs a second admin who has been one for 24 hours and was not added by you. Please ask a super admin to invite one.';
  if (!hasSecond) {
    if (after.twoAdminsForAccounts && !before.twoAdminsForAccounts) problems.twoAdminsForAccounts = alone;
    if (after.secondApproverAbovePaise !== null && before.secondApproverAbovePaise === null)
      problems.secondApproverAbove = alone;
  }
  return problems;
}

/**
 * Whether a change waits for a second admin: while a two-admin rule is on, no admin alone may weaken a rule or set what a
 * dishonest admin would profit from. A text can be removed by one admin, so that a wrong one is gone soon.
 */
export function needsSecondAdmin(before: Settings, after: Settings): boolean {
  if (!before.twoAdminsForAccounts && before.secondApproverAbovePaise === null) return false;
  return (
    after.priceMicros !== before.priceMicros ||
    // Fees of 100 % would close the sale; no reward, or a wait of a year, would take what referrers were promised.
    after.feeBps !== before.feeBps ||
    after.rewardBps !== before.rewardBps ||
    after.rewardWaitDays !== before.rewardWaitDays ||
    before.rewardSigns.some((sign) => !after.rewardSigns.includes(sign)) ||
    isRaised(before.maxOrderPaise, after.maxOrderPaise) ||
    CAPS.some((cap) => isRaised(capOf(before[cap]), capOf(after[cap]))) ||
    // Fewer hours end holds of pending purchases, also of buyers who have paid: their tokens could be sold to others.
    after.holdHours !== before.holdHours ||
    (before.verifiedMembersOnly && !after.verifiedMembersOnly) ||
    (before.twoAdminsForAccounts && !after.twoAdminsForAccounts) ||
    (before.adminsNeedFactor && !after.adminsNeedFactor) ||
    // A bound of one rupee would leave every approval to the other admins.
    after.secondApproverAbovePaise !== before.secondApproverAbovePaise ||
    TEXTS.some((text) => after[text] !== '' && after[text] !== before[text])
  );
}

/** Limits of buyers: stricter ones keep people who have paid out of the sale. */
const BUYER_LIMITS: readonly SettingName[] = [
  'verifiedMembersOnly',
  'minimumOrder',
  'maximumOrder',
  'openPurchasesMax',
  'heldSharePercent',
  'heldSharePercentUnverified',
  'unprovenSharePercent',
];

/** Changes that one admin makes alone in an hour: each is a mail to every admin, and ends what others have typed. */
export const CHANGES_AN_HOUR = 20;

/** For so long another admin alone may undo a change of these that one admin made alone. */
export const UNDO_HOURS = 72;

/**
 * Whether a change only takes back what one admin alone made stricter for buyers. Two admins would be needed otherwise, and meanwhile
 * nobody could buy.
 * @param names of the settings that change
 * @param after as the settings were before the last change
 */
export const isUndo = (before: Settings, after: Settings, names: readonly SettingName[]): boolean =>
  names.every((name) => BUYER_LIMITS.includes(name)) && !needsSecondAdmin(after, before);

/** Buyers read them, so they could send a payment elsewhere. */
const TEXTS = ['notice', 'supportEmail', 'supportPhone'] as const;

const CAPS = ['openPurchasesMax', 'heldShareBps', 'heldShareUnverifiedBps', 'unprovenShareBps'] as const;
/** Null for no limit. */
const capOf = (cap: number): number | null => (cap === 0 ? null : cap);

/** @param was null for no bound */
function isRaised<T extends bigint | number>(was: T | null, is: T | null): boolean {
  return was !== null && (is === null || is > was);
}
