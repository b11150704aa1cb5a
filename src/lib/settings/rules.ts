import { costPaise, type Paise, type PriceMicros } from '@/lib/core/money.ts';

/** What an admin sets for the company. Null: there is no such bound, or no date yet. */
export interface Settings {
  readonly priceMicros: PriceMicros;
  readonly feeBps: number;
  readonly rewardBps: number;
  readonly verifiedMembersOnly: boolean;
  /** Above this total Banking is preselected. */
  readonly upiLimitPaise: Paise;
  readonly minOrderPaise: Paise | null;
  readonly maxOrderPaise: Paise | null;
  readonly launchAt: Date | null;
  /** A purchase whose final amount is above this needs a second admin. */
  readonly secondApproverAbovePaise: Paise | null;
  readonly twoAdminsForAccounts: boolean;
  /** What buyers read above their screens; '' shows nothing. */
  readonly notice: string;
  readonly supportEmail: string;
  readonly supportPhone: string;
}

export type SettingName =
  | 'price'
  | 'platformChargePercent'
  | 'referralRewardPercent'
  | 'verifiedMembersOnly'
  | 'upiLimit'
  | 'minimumOrder'
  | 'maximumOrder'
  | 'launchAt'
  | 'secondApproverAbove'
  | 'twoAdminsForAccounts'
  | 'notice'
  | 'supportEmail'
  | 'supportPhone';

/** What screens and mails call them. */
export const SETTING_LABELS: Readonly<Record<SettingName, string>> = {
  price: 'Price per token',
  platformChargePercent: 'Platform fee',
  referralRewardPercent: 'Referral reward',
  verifiedMembersOnly: 'Verified members only',
  upiLimit: 'UPI limit',
  minimumOrder: 'Minimum order',
  maximumOrder: 'Maximum order',
  launchAt: 'Launch date',
  secondApproverAbove: 'Second approver above',
  twoAdminsForAccounts: 'Two admins for account changes',
  notice: 'Notice to buyers',
  supportEmail: 'Support email',
  supportPhone: 'Support phone',
};
export const SETTING_NAMES = Object.keys(SETTING_LABELS) as readonly SettingName[];

/** Admins who may sign in that a rule of two needs. */
export const ADMINS_FOR_TWO = 2;

export type Problems = Partial<Record<SettingName, string>>;

/** What can't be set so, by field. `nowMs` is the database's time; `admins` how many may sign in. */
export function settingsProblems(before: Settings, after: Settings, nowMs: number, admins: number): Problems {
  const problems: Problems = {};
  const { minOrderPaise: min, maxOrderPaise: max } = after;
  if (min !== null && max !== null && min > max)
    problems.maximumOrder = 'The maximum order must not be below the minimum order.';
  else if (max !== null && max < costPaise(1n, after.priceMicros))
    problems.maximumOrder = 'The maximum order must be at least the price of one token.';
  const isMoved = after.launchAt?.getTime() !== before.launchAt?.getTime();
  if (after.launchAt !== null && isMoved && after.launchAt.getTime() <= nowMs)
    problems.launchAt = 'The launch date must lie in the future.';
  const alone = 'This needs a second admin. Please add one in User Manage first.';
  if (admins < ADMINS_FOR_TWO) {
    if (after.twoAdminsForAccounts && !before.twoAdminsForAccounts) problems.twoAdminsForAccounts = alone;
    if (after.secondApproverAbovePaise !== null && before.secondApproverAbovePaise === null)
      problems.secondApproverAbove = alone;
  }
  return problems;
}

/**
 * Whether a change makes a rule of two admins weaker: nobody alone may free himself of the second pair of eyes. Such a
 * change waits for a second admin.
 */
export function loosensControl(before: Settings, after: Settings): boolean {
  if (before.twoAdminsForAccounts && !after.twoAdminsForAccounts) return true;
  const { secondApproverAbovePaise: was } = before;
  const { secondApproverAbovePaise: is } = after;
  return was !== null && (is === null || is > was);
}
