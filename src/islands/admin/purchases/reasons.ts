/** The reasons that come up most, as the buyer reads them. */
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

export const REASON_MAX = 500;
