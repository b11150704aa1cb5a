import { ADULT_YEARS, isAdult } from '@/lib/accounts/rules.ts';
import { register, requestRegistrationCode } from '@/lib/auth/contract.ts';
import { SPEC_TEXTS } from '@/lib/core/spec-texts.ts';
import { problemsOf } from '../ui/form-problems.ts';
import type { FieldProblems } from '../ui/useSubmit.ts';
import { payloadOf, type Registration } from './register.ts';

const MISSING = {
  name: 'Please enter your name.',
  email: SPEC_TEXTS.emailMissing,
  mobile: 'Please enter your mobile number.',
} as const;

/** The first step as typed. */
export function checkRequest({ name, email, mobile }: Registration): FieldProblems | null {
  const values = { name, email, mobile };
  const missing = Object.entries(MISSING).filter(([field]) => values[field as keyof typeof values].trim() === '');
  const problems = { ...problemsOf(requestRegistrationCode, values), ...Object.fromEntries(missing) };
  return Object.keys(problems).length > 0 ? problems : null;
}

/** The second step as typed. @param today in India, YYYY-MM-DD */
export function checkRegistration(values: Registration, companyId: string, today: string): FieldProblems | null {
  const { password, confirmPassword, dateOfBirth } = values;
  const problems = problemsOf(register, payloadOf(values, companyId)) ?? {};
  if (!problems.dateOfBirth && !isAdult(dateOfBirth, today))
    problems.dateOfBirth = `You must be at least ${ADULT_YEARS} years old to register.`;
  if (password !== confirmPassword) problems.confirmPassword = SPEC_TEXTS.passwordsDiffer;
  return Object.keys(problems).length > 0 ? problems : null;
}
