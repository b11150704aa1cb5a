/** The check of a referral code at the registration. */
import type { InputOf, OutputOf } from '../core/contract.ts';
import type { Result, Scope } from '../scope.ts';
import type { checkReferral as Check } from './referral-contract.ts';
import { findReferrer } from './store.ts';

export async function checkReferral(
  scope: Scope,
  input: InputOf<typeof Check>,
): Promise<Result<OutputOf<typeof Check>>> {
  return { data: { exists: (await findReferrer(scope.db, scope.company.id, input.code)) !== null } };
}
