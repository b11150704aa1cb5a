import { readIndianMobile } from '@/lib/core/phone.ts';
import { spacedMobile } from '@/lib/core/spaced-mobile.ts';
import { t } from '@/lib/core/texts.ts';

/** How a number is understood while it is typed: without a country code it is Indian. */
export function mobileHint(typed: string): string {
  const own = readIndianMobile(typed);
  if (own !== null) return t('We will use {number}.', { number: spacedMobile(own) });
  return t('For a number outside India, begin with + and its country code.');
}
