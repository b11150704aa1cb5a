import { readIndianMobile, spacedMobile } from '@/lib/core/phone.ts';
import { t } from '@/lib/core/texts.ts';

/** How a number is understood while it is typed: without a country code it is Indian. */
export function mobileHint(typed: string): string {
  if (readIndianMobile(typed) !== null) return t('We will use {number}.', { number: spacedMobile(typed) });
  return t('For a number outside India, begin with + and its country code.');
}
