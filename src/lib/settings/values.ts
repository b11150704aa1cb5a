/** The settings in their three forms: the company's row, the rules', and the wire's, in which history and proposals keep them. */
import type { Updateable } from 'kysely';
import type { InputOf } from '../core/contract.ts';
import { formatPaise, formatPercent, formatPrice, type Paise, parsePaise } from '../core/money.ts';
import type { Companies } from '../db/schema.ts';
import type { Company } from '../scope.ts';
import type { updateSettings as Update } from './change-contract.ts';
import type { SettingsValues } from './contract.ts';
import { SETTING_NAMES, type SettingName, type Settings } from './rules.ts';

export function settingsOf(it: Company): Settings {
  return {
    priceMicros: it.price_micros,
    feeBps: it.fee_bps,
    rewardBps: it.reward_bps,
    verifiedMembersOnly: it.verified_members_only,
    upiLimitPaise: it.upi_limit_paise,
    minOrderPaise: it.min_order_paise,
    maxOrderPaise: it.max_order_paise,
    launchAt: it.launch_at,
    secondApproverAbovePaise: it.second_approver_above_paise,
    twoAdminsForAccounts: it.two_admins_for_accounts,
    notice: it.notice,
    supportEmail: it.support_email,
    supportPhone: it.support_phone,
  };
}

export function columnsOf(it: Settings): Updateable<Companies> {
  return {
    price_micros: it.priceMicros,
    fee_bps: it.feeBps,
    reward_bps: it.rewardBps,
    verified_members_only: it.verifiedMembersOnly,
    upi_limit_paise: it.upiLimitPaise,
    min_order_paise: it.minOrderPaise,
    max_order_paise: it.maxOrderPaise,
    launch_at: it.launchAt,
    second_approver_above_paise: it.secondApproverAbovePaise,
    two_admins_for_accounts: it.twoAdminsForAccounts,
    notice: it.notice,
    support_email: it.supportEmail,
    support_phone: it.supportPhone,
  };
}

const money = (paise: Paise | null): string | null => (paise === null ? null : formatPaise(paise));

export function valuesOf(it: Settings): SettingsValues {
  return {
    price: formatPrice(it.priceMicros),
    platformChargePercent: formatPercent(it.feeBps),
    referralRewardPercent: formatPercent(it.rewardBps),
    verifiedMembersOnly: it.verifiedMembersOnly,
    upiLimit: formatPaise(it.upiLimitPaise),
    minimumOrder: money(it.minOrderPaise),
    maximumOrder: money(it.maxOrderPaise),
    launchAt: it.launchAt?.toISOString() ?? null,
    secondApproverAbove: money(it.secondApproverAbovePaise),
    twoAdminsForAccounts: it.twoAdminsForAccounts,
    notice: it.notice,
    supportEmail: it.supportEmail,
    supportPhone: it.supportPhone,
  };
}

export type SentSettings = Omit<InputOf<typeof Update>, 'version' | 'password' | 'companyId'>;

/** What was sent, over what is. */
export function merged(before: Settings, sent: SentSettings): Settings {
  const or = <T>(value: T | undefined, kept: T): T => (value === undefined ? kept : value);
  return {
    priceMicros: sent.price ?? before.priceMicros,
    feeBps: sent.platformChargePercent ?? before.feeBps,
    rewardBps: sent.referralRewardPercent ?? before.rewardBps,
    verifiedMembersOnly: sent.verifiedMembersOnly ?? before.verifiedMembersOnly,
    upiLimitPaise: sent.upiLimit ?? before.upiLimitPaise,
    minOrderPaise: or(sent.minimumOrder, before.minOrderPaise),
    maxOrderPaise: or(sent.maximumOrder, before.maxOrderPaise),
    launchAt: sent.launchAt === undefined ? before.launchAt : sent.launchAt === null ? null : new Date(sent.launchAt),
    secondApproverAbovePaise: or(sent.secondApproverAbove, before.secondApproverAbovePaise),
    twoAdminsForAccounts: sent.twoAdminsForAccounts ?? before.twoAdminsForAccounts,
    notice: sent.notice ?? before.notice,
    supportEmail: sent.supportEmail ?? before.supportEmail,
    supportPhone: sent.supportPhone ?? before.supportPhone,
  };
}

export function changedSettings(before: SettingsValues, after: SettingsValues): SettingName[] {
  return SETTING_NAMES.filter((name) => before[name] !== after[name]);
}

/** Reads an amount that history has kept. */
export function keptPaise(value: unknown): Paise | null {
  return typeof value === 'string' ? parsePaise(value) : null;
}
