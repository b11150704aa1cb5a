/** Checks of the profile's forms; they bring the schemas, so `useChecks` loads them at the first interaction. */

export { updateProfile } from '@/lib/accounts/contract.ts';
export { updatePassword } from '@/lib/auth/password-change/contract.ts';
export { secretIn } from '@/lib/core/wallet.ts';
export { problemsOf } from '../ui/form-problems.ts';
