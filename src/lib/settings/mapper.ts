/** Maps settings between the company's row, the rules and the wire; history and proposals are stored as on the wire. */
import type { Updateable } from 'kysely';
import type { InputOf } from '../core/contract.ts';
import { formatPaise, formatPercent, formatPrice, type Paise, parsePaise } from '../core/money.ts';
import { REWARD_SIGNS } from '../core/rewards.ts';
import * as z from '../core/zod.ts';
import type { Companies } from '../db/schema/schema.ts';
import type { Company } from '../scope.ts';
import { type SettingsValues, settingsValues } from './contract.ts';
import { SETTING_NAMES, type SettingName, type Settings } from './rules.ts';
import type { updateSettings as Update } from './update/contract.ts';

export function settingsOf(company: Company): Settings {
  return {
    priceMicros: company.price_micros,
    feeBps: company.fee_bps,
    rewardBps: company.reward_bps,
    rewardWaitDays: company.reward_wait_days,
    rewardSigns: company.reward_signs,
    verifiedMembersOnly: company.verified_members_only,
    upiLimitPaise: company.upi_limit_paise,
    minOrderPaise: company.min_order_paise,
    maxOrderPaise: company.max_order_paise,
    openPurchasesMax: company.open_purchases_max,
    heldShareBps: company.held_share_bps,
    heldShareUnverifiedBps: company.held_share_unverified_bps,
    unprovenShareBps: company.unproven_share_bps,
    holdHours: company.hold_hours,
    reminderHours: company.reminder_hours,
    quietFromHour: company.quiet_from_hour,
    quietToHour: company.quiet_to_hour,
    launchAt: company.launch_at,
    secondApproverAbovePaise: company.second_approver_above_paise,
    twoAdminsForAccounts: company.two_admins_for_accounts,
    adminsNeedFactor: company.admins_need_factor,
    notice: company.notice,
    supportEmail: company.support_email,
    supportPhone: company.support_phone,
  };
}

export function columnsOf(settings: Settings): Updateable<Companies> {
  return {
    price_micros: settings.priceMicros,
    fee_bps: settings.feeBps,
    reward_bps: settings.rewardBps,
    reward_wait_days: settings.rewardWaitDays,
    reward_signs: [...settings.rewardSigns],
    verified_members_only: settings.verifiedMembersOnly,
    upi_limit_paise: settings.upiLimitPaise,
    min_order_paise: settings.minOrderPaise,
    max_order_paise: settings.maxOrderPaise,
    open_purchases_max: settings.openPurchasesMax,
    held_share_bps: settings.heldShareBps,
    held_share_unverified_bps: settings.heldShareUnverifiedBps,
    unproven_share_bps: settings.unprovenShareBps,
    hold_hours: settings.holdHours,
    reminder_hours: settings.reminderHours,
    quiet_from_hour: settings.quietFromHour,
    quiet_to_hour: settings.quietToHour,
    launch_at: settings.launchAt,
    second_approver_above_paise: settings.secondApproverAbovePaise,
    two_admins_for_accounts: settings.twoAdminsForAccounts,
    admins_need_factor: settings.adminsNeedFactor,
    notice: settings.notice,
    support_email: settings.supportEmail,
    support_phone: settings.supportPhone,
  };
}

const money = (paise: Paise | null): string | null => (paise === null ? null : formatPaise(paise));

export function valuesOf(settings: Settings): SettingsValues {
  return {
    price: formatPrice(settings.priceMicros),
    platformChargePercent: formatPercent(settings.feeBps),
    referralRewardPercent: formatPercent(settings.rewardBps),
    rewardWaitDays: settings.rewardWaitDays,
    rewardSigns: settings.rewardSigns.join(','),
    verifiedMembersOnly: settings.verifiedMembersOnly,
    upiLimit: formatPaise(settings.upiLimitPaise),
    minimumOrder: money(settings.minOrderPaise),
    maximumOrder: money(settings.maxOrderPaise),
    openPurchasesMax: settings.openPurchasesMax,
    heldSharePercent: formatPercent(settings.heldShareBps),
    heldSharePercentUnverified: formatPercent(settings.heldShareUnverifiedBps),
    unprovenSharePercent: formatPercent(settings.unprovenShareBps),
    holdHours: settings.holdHours,
    reminderHours: settings.reminderHours,
    quietFromHour: settings.quietFromHour,
    quietToHour: settings.quietToHour,
    launchAt: settings.launchAt?.toISOString() ?? null,
    secondApproverAbove: money(settings.secondApproverAbovePaise),
    twoAdminsForAccounts: settings.twoAdminsForAccounts,
    adminsNeedFactor: settings.adminsNeedFactor,
    notice: settings.notice,
    supportEmail: settings.supportEmail,
    supportPhone: settings.supportPhone,
  };
}

export type SentSettings = Omit<InputOf<typeof Update>, 'version' | 'password' | 'companyId'>;

/** The settings with the fields that were sent; fields left out do not change. */
export function merged(before: Settings, sent: SentSettings): Settings {
  const or = <T>(value: T | undefined, current: T): T => (value === undefined ? current : value);
  return {
    priceMicros: sent.price ?? before.priceMicros,
    feeBps: sent.platformChargePercent ?? before.feeBps,
    rewardBps: sent.referralRewardPercent ?? before.rewardBps,
    rewardWaitDays: sent.rewardWaitDays ?? before.rewardWaitDays,
    rewardSigns: sent.rewardSigns ?? before.rewardSigns,
    verifiedMembersOnly: sent.verifiedMembersOnly ?? before.verifiedMembersOnly,
    upiLimitPaise: sent.upiLimit ?? before.upiLimitPaise,
    minOrderPaise: or(sent.minimumOrder, before.minOrderPaise),
    maxOrderPaise: or(sent.maximumOrder, before.maxOrderPaise),
    openPurchasesMax: sent.openPurchasesMax ?? before.openPurchasesMax,
    heldShareBps: sent.heldSharePercent ?? before.heldShareBps,
    heldShareUnverifiedBps: sent.heldSharePercentUnverified ?? before.heldShareUnverifiedBps,
    unprovenShareBps: sent.unprovenSharePercent ?? before.unprovenShareBps,
    holdHours: sent.holdHours ?? before.holdHours,
    reminderHours: sent.reminderHours ?? before.reminderHours,
    quietFromHour: sent.quietFromHour ?? before.quietFromHour,
    quietToHour: sent.quietToHour ?? before.quietToHour,
    launchAt: sent.launchAt === undefined ? before.launchAt : sent.launchAt === null ? null : new Date(sent.launchAt),
    secondApproverAbovePaise: or(sent.secondApproverAbove, before.secondApproverAbovePaise),
    twoAdminsForAccounts: sent.twoAdminsForAccounts ?? before.twoAdminsForAccounts,
    adminsNeedFactor: sent.adminsNeedFactor ?? before.adminsNeedFactor,
    notice: sent.notice ?? before.notice,
    supportEmail: sent.supportEmail ?? before.supportEmail,
    supportPhone: sent.supportPhone ?? before.supportPhone,
  };
}

export function changedSettings(before: SettingsValues, after: SettingsValues): SettingName[] {
  return SETTING_NAMES.filter((name) => before[name] !== after[name]);
}

/** What changes that were stored before these settings existed had: the defaults. */
const ADDED_LATER = {
  rewardWaitDays: 0,
  rewardSigns: REWARD_SIGNS.join(','),
  openPurchasesMax: 50,
  heldSharePercent: '5',
  heldSharePercentUnverified: '1',
  unprovenSharePercent: '20',
  holdHours: 72,
  reminderHours: 24,
  quietFromHour: 0,
  quietToHour: 0,
  adminsNeedFactor: false,
} satisfies Partial<SettingsValues>;

/** Reads the settings of a stored change. */
export function storedSettings(values: object): SettingsValues {
  return z.parse(settingsValues, { ...ADDED_LATER, ...values });
}

/** Reads an amount of a stored change. */
export function storedPaise(value: unknown): Paise | null {
  return typeof value === 'string' ? parsePaise(value) : null;
}
