import { formatFullDateTime, formatRupees, percentText } from '@/lib/core/format.ts';
import type { SettingsValues } from './contract.ts';
import type { SettingName } from './rules.ts';

/** A setting as people read it, on the screen and in mails. */
export function writtenSetting(name: SettingName, values: SettingsValues): string {
  const value = values[name];
  if (value === null || value === '') return name === 'launchAt' ? 'not set' : 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (name === 'platformChargePercent' || name === 'referralRewardPercent') return percentText(value);
  if (name === 'launchAt') return formatFullDateTime(value);
  if (name === 'notice' || name === 'supportEmail' || name === 'supportPhone') return value;
  return formatRupees(value);
}
