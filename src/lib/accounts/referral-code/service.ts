/** Checks a referral code during registration. */
import type { UseCase } from '../../scope.ts';
import { findReferrer } from '../store.ts';
import type * as calls from './calls.ts';

export const checkReferral: UseCase<typeof calls.checkReferral> = async (scope, input) => {
  return { data: { exists: (await findReferrer(scope.db, scope.company.id, input.code)) !== null } };
};
