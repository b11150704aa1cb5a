import { register, requestRegistrationCode } from '@/lib/auth/contract.ts';
import type { SentOf } from '@/lib/core/contract.ts';
import { WORDS } from '@/lib/core/words.ts';
import { ADULT_YEARS, isAdult } from '@/lib/users/rules.ts';
import { problemsOf } from '../problems.ts';
import type { Problems } from './form.ts';
import type { Registration } from './register.ts';

const MISSING = {
  name: 'Please enter your name.',
  email: WORDS.emailMissing,
  mobile: 'Please enter your mobile number.',
} as const;

export interface Check {
  readonly problems: Problems<Registration> | null;
  /** The sentence that is said besides, as specified. */
  readonly toast?: string;
}

/** The first step as typed. */
export function checkRequest({ name, email, mobile }: Registration): Check {
  const problems: Problems<Registration> = problemsOf(requestRegistrationCode, { name, email, mobile }) ?? {};
  const values = { name, email, mobile };
  let blank = false;
  for (const field of ['name', 'email', 'mobile'] as const) {
    if (values[field].trim() !== '') continue;
    problems[field] = MISSING[field];
    blank = true;
  }
  if (blank) return { problems, toast: WORDS.requestOtpFields };
  return { problems: Object.keys(problems).length > 0 ? problems : null };
}

/** What is sent: empty values are left out (spec point 3). */
export function payloadOf(values: Registration, companyId: string): SentOf<typeof register> {
  const { confirmPassword: _, ...fields } = values;
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  return { companyId, ...filled } as SentOf<typeof register>;
}

/** The second step as typed. @param today in India, YYYY-MM-DD */
export function checkRegistration(values: Registration, companyId: string, today: string): Check {
  const { otp, password, confirmPassword, dateOfBirth } = values;
  const problems: Problems<Registration> = problemsOf(register, payloadOf(values, companyId)) ?? {};
  if (!problems.dateOfBirth && !isAdult(dateOfBirth, today))
    problems.dateOfBirth = `You must be at least ${ADULT_YEARS} years old to register.`;
  const differ = password !== confirmPassword;
  if (differ) problems.confirmPassword = WORDS.passwordsDiffer;
  if (Object.keys(problems).length === 0) return { problems: null };
  if (differ) return { problems, toast: WORDS.passwordsDiffer };
  return otp === '' ? { problems, toast: WORDS.otpMissing } : { problems };
}
