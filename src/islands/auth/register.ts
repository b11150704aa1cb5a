/** What the two steps hold; the first three fields are asked for in the first. */
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

/** Which field a refusal of the server speaks of. */
export const REFUSALS: readonly (readonly [RegExp, keyof Registration])[] = [
  [/OTP/, 'otp'],
  [/referral/i, 'referralCode'],
  [/password/i, 'password'],
  [/years old|date of birth/i, 'dateOfBirth'],
  [/mobile/i, 'mobile'],
  [/pincode/i, 'pincode'],
  [/email/i, 'email'],
  [/name/i, 'name'],
];
