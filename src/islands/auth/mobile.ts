import { t } from '@/lib/core/texts.ts';

/** Ten digits of an Indian mobile, with any of the beginnings that people give it. */
const INDIAN = /^(?:\+91|0091|91|0)?([6-9]\d{4})(\d{5})$/;

/** A number as people write it: '+91 98765 43210' for an Indian one, as typed for any other. */
export function spacedMobile(typed: string): string {
  const [, head, tail] = INDIAN.exec(bareOf(typed)) ?? [];
  return head && tail ? `+91 ${head} ${tail}` : typed.trim();
}

function bareOf(typed: string): string {
  return typed.replace(/[\s().-]/g, '');
}

/** How a number is understood while it is typed: without a country code it is Indian. The server has the last word. */
export function mobileHint(typed: string): string {
  if (INDIAN.test(bareOf(typed))) return t('We will use {number}.', { number: spacedMobile(typed) });
  return t('For a number outside India, begin with + and its country code.');
}
