/*
 * Sentences that the published screens show to the letter, also where they are misspelt (spec points 4, 5 and 8), where
 * more than one place says them: the field, the service and the screen.
 */
export const WORDS = {
  requestOtpFields: 'Please fill in Name, Email, and Mobile to request OTP.',
  passwordsDiffer: 'Passwords do not match!',
  otpMissing: 'Please enter the OTP.',
  companyMissing: 'Company ID is not configured. Please contact support.',
  amountInvalid: 'Please enter a valid amount.',
  tokenMissing: 'No token selected.',
  tokenSelect: 'Please select a token to proceed.',
  currentPasswordMissing: 'Please enter you current password',
  agreeUpi: 'Please agree to the privacy & policy to proceed.',
  agree: 'Please agree to the privacy policy to proceed.',
  referenceMissing: 'Please enter UTR or Transaction Number.',
  receiptMissing: 'Please upload a transaction file before submitting.',
  orderMissing: 'Order details not found in URL.',
  emailMissing: 'Please enter your email address.',
  fieldsMissing: 'Please fill in all fields.',
  newPasswordsDiffer: 'New passwords do not match.',
  loginWrong: 'Invalid email or password.',
  alreadyProcessed: 'Purchase request has already been processed.',
} as const;
