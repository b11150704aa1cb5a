/* Sentences that admins send to buyers. Under a two-admin rule only these go out without a second admin (docs/decisions/0670). */

/** The questions that come up most, as the buyer reads them. */
export const READY_QUESTIONS = [
  'Please send a clearer screenshot.',
  'Please send a screenshot that shows the UTR or Transaction Number.',
  'Please check the UTR or Transaction Number and send the right one.',
  'Please send the page of your bank statement that shows this payment.',
  'The amount differs from your order. Please tell us how much you paid.',
] as const;

/** The reasons of rejections that come up most, as the buyer reads them. */
export const REASONS = [
  'The payment has not reached our account.',
  'The UTR or Transaction Number does not match the payment.',
  'The amount paid does not match the order.',
  'The receipt cannot be read or is incomplete.',
  'This payment has already been used for another order.',
] as const;

/** The same for requests without a proof. */
export const UNPROVEN_REASONS = [REASONS[0], 'We have received no proof of your payment.'] as const;

/** Why an approval is taken back, as the buyer reads it. */
export const REVERSAL_REASONS = [
  'The payment has not reached our account.',
  'The payment was returned or charged back.',
  'The payment belongs to another order.',
  'The order was approved twice or by mistake.',
] as const;

/** Why the member is asked for the account of a refund again. */
export const ACCOUNT_REASONS = [
  'The bank could not pay into this account.',
  'The account does not seem to be yours. Please enter an account in your own name.',
  'The payout came back from the bank.',
] as const;

/** Why a refund is cancelled, as the member reads it. */
export const CANCEL_REASONS = [
  'The payment now belongs to an order of yours.',
  'The payment has already been paid back.',
  'The refund was made by mistake.',
] as const;

/** Why a referral reward is refused, as the referrer reads it. */
export const REWARD_REASONS = [
  'You and the buyer seem to be one person.',
  'The order of the buyer was taken back.',
  'The rules of the referral program are not met.',
] as const;

export const REASON_MAX = 500;
/** Of reasons about refunds and rewards. */
export const SHORT_REASON_MAX = 300;

const READY: ReadonlySet<string> = new Set([
  ...READY_QUESTIONS,
  ...REASONS,
  ...UNPROVEN_REASONS,
  ...REVERSAL_REASONS,
  ...ACCOUNT_REASONS,
  ...CANCEL_REASONS,
  ...REWARD_REASONS,
]);

export const isReadySentence = (text: string): boolean => READY.has(text);
