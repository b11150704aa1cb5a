import type { FactorKind } from '@/lib/core/factor-codes.ts';
import type { Label } from '@/lib/core/texts.ts';
import type { Answer } from '../ui/useSubmit.ts';

export const FACTOR_LABELS = {
  passkey: 'Use a passkey',
  totp: 'Use the authenticator app',
  recovery: 'Use a recovery code',
} as const satisfies Record<FactorKind, Label>;

/** What a sign-in answers for an account with a second factor. */
export interface SecondStepAnswer {
  readonly pending: string;
  readonly factors: readonly FactorKind[];
}

/** The next screen says what to do, so its message is not shown. */
export function withoutSecondStep<D extends object>({ message, data }: Answer<D>): Answer<D> {
  return { message: 'pending' in data ? '' : message, data };
}
