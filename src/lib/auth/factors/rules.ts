/* Second factors: what is counted, and which an account finishes a sign-in with (docs/contract.md, Second factors). */
import { FACTOR_KINDS, type FactorKind } from '../../core/factor-codes.ts';

const DAY = 86_400;

export const FACTOR_LIMITS = {
  /** Wrong codes for one account from one network, or from one browser that has signed in to it before. */
  wrong: { name: 'factor-wrong', max: 10, windowSeconds: 15 * 60 },
  wrongOfDay: { name: 'factor-day', max: 50, windowSeconds: DAY },
  /** Wrong codes for one account from all browsers that never signed in to it; after that one an hour. */
  ofAccount: { name: 'factor-account', max: 20, windowSeconds: DAY },
  /** Recovery codes from one network, for all accounts: 128 random bits need no limit against guesses, only one of cost. */
  recovery: { name: 'factor-recovery', max: 100, windowSeconds: 15 * 60 },
  ofAccountSlow: { name: 'factor-account-slow', max: 1, windowSeconds: 3600 },
} as const;

/** A mailed link that opens one try of an account in whose codes strangers guess. It works until the next one may be mailed. */
export const LET_IN = { seconds: 3600 } as const;
export const LET_IN_LIMITS = {
  mails: { name: 'let-in-mail', max: 1, windowSeconds: 3600 },
  /** Longer than a link works. */
  uses: { name: 'let-in', max: 1, windowSeconds: 2 * 3600 },
} as const;

/** A sign-in whose first step was right and whose second step waits. */
export const PENDING_SIGN_IN = {
  seconds: 300,
  /** After so many wrong codes the first step has to be made again. */
  triesMax: 5,
} as const;

/** @returns the kinds with which the account finishes a sign-in; none for an account without a second factor */
export function kindsOf({
  passkeys,
  hasTotp,
  recoveryCodes,
}: {
  readonly passkeys: number;
  readonly hasTotp: boolean;
  readonly recoveryCodes: number;
}): FactorKind[] {
  if (passkeys === 0 && !hasTotp) return [];
  const has = { passkey: passkeys > 0, totp: hasTotp, recovery: recoveryCodes > 0 };
  return FACTOR_KINDS.filter((kind) => has[kind]);
}
