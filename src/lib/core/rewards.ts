/** What a referral reward can be, and why it can wait (docs/contract.md, Referral). */
import type { Label } from './texts.ts';

export const REWARD_STATES = ['HELD', 'CREDITED', 'REFUSED', 'REVERSED'] as const;
export type RewardState = (typeof REWARD_STATES)[number];

/** What a buyer and their referrer can have in common, and many sign-ups from one network with one code. */
export const REWARD_SIGNS = ['mobile', 'wallet', 'payer', 'browser', 'network'] as const;
export type RewardSign = (typeof REWARD_SIGNS)[number];

/** What the referrer reads. */
export const SIGN_TEXTS = {
  mobile: 'You and the buyer have the same mobile number.',
  wallet: 'You and the buyer have the same wallet address.',
  payer: 'The payment seems to come from you.',
  browser: 'The buyer has used a browser in which you have logged in.',
  network: 'Several accounts were created with your code in one network.',
} as const satisfies Readonly<Record<RewardSign, Label>>;

/** What admins read, in lists. */
export const SIGN_LABELS: Readonly<Record<RewardSign, string>> = {
  mobile: 'same mobile number',
  wallet: 'same wallet address',
  payer: 'same payer',
  browser: 'same browser',
  network: 'many sign-ups from one network',
};

/** Signs as the settings have them: names with commas between, in the order of `REWARD_SIGNS`; null for a text that is no such list. */
export function parseSigns(text: string): RewardSign[] | null {
  const names = text.split(',').map((name) => name.trim());
  if (names.length === 1 && names[0] === '') return [];
  if (names.some((name) => !REWARD_SIGNS.some((sign) => sign === name))) return null;
  return REWARD_SIGNS.filter((sign) => names.includes(sign));
}
