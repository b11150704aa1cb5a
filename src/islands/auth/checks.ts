/**
 * Checks and calls of the forms before the sign-in. `useChecks` loads them at the first interaction, because these pages
 * must stay within 90 kB of script.
 */

export { checkReferral } from '@/lib/accounts/referral-code/contract.ts';
export * as contracts from '@/lib/auth/contract.ts';
export { meantEmail } from '@/lib/core/email-question.ts';
export { call } from '../api.ts';
export { problemsOf } from '../ui/form-problems.ts';
export { payloadOf } from './register.ts';
export { checkRegistration, checkRequest } from './registration.ts';
