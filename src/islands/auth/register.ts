import type { register } from '@/lib/auth/calls.ts';
import type { SentOf } from '@/lib/core/contract.ts';

/** The values of both steps; the first three fields belong to the first. */
export const BLANK = {
  name: '',
  email: '',
  mobile: '',
  otp: '',
  dateOfBirth: '',
  pincode: '',
  gender: '',
  referralCode: '',
  password: '',
  confirmPassword: '',
};
export type Registration = typeof BLANK;

export const STEPS = ['Request OTP', 'Create Account'] as const;

/** What is sent: empty values are left out (docs/contract.md). */
export function payloadOf(values: Registration, companyId: string): SentOf<typeof register> {
  const { confirmPassword: _, ...fields } = values;
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  return { companyId, ...filled } as SentOf<typeof register>;
}
