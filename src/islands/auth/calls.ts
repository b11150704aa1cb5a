/** What the forms before the sign-in need to check and to send what was typed; `useCalls` brings it. */
export * from '@/lib/auth/contract.ts';
export { checkReferral } from '@/lib/users/referral-contract.ts';
export { call } from '../api.ts';
export { problemsOf } from '../problems.ts';
export { checkRegistration, checkRequest, payloadOf } from './register-checks.ts';
