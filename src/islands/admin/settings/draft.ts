/*
 * The settings as they are typed: texts and ticks. What is sent are only the fields that differ from what is shown, so
 * that two admins who change different things do not undo each other's.
 */

import { toIndianClock } from '@/lib/core/format.ts';
import { formatPaise, formatPercent, formatPrice, parsePaise, parsePercent, parsePrice } from '@/lib/core/money.ts';
import { typedAmount } from '@/lib/core/typed-amount.ts';
import type { SettingsValues } from '@/lib/settings/contract.ts';
import { SETTING_NAMES, type SettingName } from '@/lib/settings/rules.ts';

export type Ticks = 'verifiedMembersOnly' | 'twoAdminsForAccounts' | 'adminsNeedFactor';
export type Texts = Exclude<SettingName, Ticks>;
export type Draft = Record<Texts, string> & Record<Ticks, boolean>;

export function draftOf(settings: SettingsValues): Draft {
  return {
    price: settings.price,
    platformChargePercent: settings.platformChargePercent,
    referralRewardPercent: settings.referralRewardPercent,
    rewardWaitDays: String(settings.rewardWaitDays),
    rewardSigns: settings.rewardSigns,
    verifiedMembersOnly: settings.verifiedMembersOnly,
    upiLimit: settings.upiLimit,
    minimumOrder: settings.minimumOrder ?? '',
    maximumOrder: settings.maximumOrder ?? '',
    openPurchasesMax: String(settings.openPurchasesMax),
    heldSharePercent: settings.heldSharePercent,
    heldSharePercentUnverified: settings.heldSharePercentUnverified,
    unprovenSharePercent: settings.unprovenSharePercent,
    holdHours: String(settings.holdHours),
    reminderHours: String(settings.reminderHours),
    quietFromHour: String(settings.quietFromHour),
    quietToHour: String(settings.quietToHour),
    launchAt: settings.launchAt === null ? '' : toIndianClock(settings.launchAt),
    secondApproverAbove: settings.secondApproverAbove ?? '',
    twoAdminsForAccounts: settings.twoAdminsForAccounts,
    adminsNeedFactor: settings.adminsNeedFactor,
    notice: settings.notice,
    supportEmail: settings.supportEmail,
    supportPhone: settings.supportPhone,
  };
}

type Reader = (text: string) => string | null;
const orNull = <T>(value: T | null, write: (value: T) => string): string | null =>
  value === null ? null : write(value);
const money: Reader = (text) => orNull(parsePaise(text), formatPaise);
const percent: Reader = (text) => orNull(parsePercent(text), formatPercent);

const whole: Reader = (text) => (/^\d{1,5}$/.test(text) ? String(Number(text)) : null);

/** What a text means; null for one that means nothing. */
const READERS: Partial<Record<Texts, Reader>> = {
  price: (text) => orNull(parsePrice(text), formatPrice),
  platformChargePercent: percent,
  referralRewardPercent: percent,
  rewardWaitDays: whole,
  upiLimit: money,
  minimumOrder: money,
  maximumOrder: money,
  openPurchasesMax: whole,
  heldSharePercent: percent,
  heldSharePercentUnverified: percent,
  unprovenSharePercent: percent,
  holdHours: whole,
  reminderHours: whole,
  quietFromHour: whole,
  quietToHour: whole,
  secondApproverAbove: money,
};

/** The field in the one form in which it is compared: '500' and '500.00' are one amount. */
function meant(name: SettingName, draft: Draft): string | boolean {
  const typed = draft[name];
  if (typeof typed === 'boolean') return typed;
  const text = typed.trim();
  return text === '' ? '' : (READERS[name as Texts]?.(typedAmount(text)) ?? text);
}

/** The fields that differ in what they mean. */
export function changedFields(shown: SettingsValues, draft: Draft): SettingName[] {
  const before = draftOf(shown);
  return SETTING_NAMES.filter((name) => meant(name, before) !== meant(name, draft));
}

/** What is sent of them: '' takes a value away. */
export function sentOf(names: readonly SettingName[], draft: Draft): Partial<Record<SettingName, string | boolean>> {
  return Object.fromEntries(
    names.map((name) => {
      const value = meant(name, draft);
      return [name, name === 'launchAt' && value !== '' ? `${value}:00+05:30` : value];
    }),
  );
}

/** The settings as they would be, for the list of changes. */
export function previewOf(shown: SettingsValues, names: readonly SettingName[], draft: Draft): SettingsValues {
  const sent = sentOf(names, draft);
  const launchAt = typeof sent.launchAt === 'string' && sent.launchAt !== '' ? Date.parse(sent.launchAt) : null;
  return {
    ...shown,
    ...sent,
    ...(sent.openPurchasesMax !== undefined && { openPurchasesMax: Number(sent.openPurchasesMax) }),
    ...Object.fromEntries(
      (['rewardWaitDays', 'holdHours', 'reminderHours', 'quietFromHour', 'quietToHour'] as const)
        .filter((name) => sent[name] !== undefined)
        .map((name) => [name, Number(sent[name])]),
    ),
    ...(sent.launchAt !== undefined && { launchAt: launchAt === null ? null : new Date(launchAt).toISOString() }),
  } as SettingsValues;
}

/** Takes over what another admin has saved, but for what was typed here. */
export function follow(was: SettingsValues, is: SettingsValues, draft: Draft): Draft {
  const mine = new Set(changedFields(was, draft));
  const next = { ...draft };
  const present = draftOf(is);
  for (const name of SETTING_NAMES) if (!mine.has(name)) Object.assign(next, { [name]: present[name] });
  return next;
}
