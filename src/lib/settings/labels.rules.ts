import { formatFullDateTime, formatRupees, percentText } from '../core/format.ts';
import { parseSigns, SIGN_LABELS } from '../core/rewards.ts';
import type { SettingsValues } from './contract.ts';
import { SETTING_LABELS, SETTING_NAMES, type SettingName } from './rules.ts';

/** A setting as people read it, on the screen and in mails. */
export function writtenSetting(name: SettingName, values: SettingsValues): string {
  const value = values[name];
  if (value === null || value === '') return name === 'launchAt' ? 'not set' : 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (name === 'quietFromHour' || name === 'quietToHour') return `${value}:00`;
  if (name === 'rewardWaitDays') return value === 0 ? 'none' : `${value} days`;
  if (name === 'reminderHours') return value === 0 ? 'no reminders' : `${value} hours`;
  if (typeof value === 'number') return value === 0 ? 'no limit' : name === 'holdHours' ? `${value} hours` : `${value}`;
  if (name === 'heldSharePercent' || name === 'heldSharePercentUnverified' || name === 'unprovenSharePercent')
    return value === '0' ? 'no limit' : percentText(value);
  if (name === 'platformChargePercent' || name === 'referralRewardPercent') return percentText(value);
  if (name === 'rewardSigns') return (parseSigns(value) ?? []).map((sign) => SIGN_LABELS[sign]).join(', ');
  if (name === 'launchAt') return formatFullDateTime(value);
  if (name === 'notice' || name === 'supportEmail' || name === 'supportPhone') return value;
  return formatRupees(value);
}

/** One setting that differs, as people read it. */
export interface ChangedSetting {
  readonly name: SettingName;
  readonly label: string;
  readonly was: string;
  readonly is: string;
}

/** What was and what will be, setting by setting. */
export function changedLines(before: SettingsValues, after: SettingsValues): ChangedSetting[] {
  return SETTING_NAMES.filter((name) => before[name] !== after[name]).map((name) => ({
    name,
    label: SETTING_LABELS[name],
    was: writtenSetting(name, before),
    is: writtenSetting(name, after),
  }));
}
