/**
 * Texts that the specification fixes to the letter, including misspelt ones (docs/product.md), if more than one of field,
 * service and screen uses them.
 */
export const SPEC_TEXTS = {
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
