/** The meanings that columns of statements and of settlement files can have. */

/** What a column of a statement can mean. One layout uses `debit` and `credit`, another `amount` and `side`. */
export const COLUMN_MEANINGS = [
  'date',
  'valueDate',
  'narration',
  'reference',
  'transactionId',
  'debit',
  'credit',
  'amount',
  'side',
  'balance',
  'balanceSide',
  'payer',
] as const;
export type ColumnMeaning = (typeof COLUMN_MEANINGS)[number];

/** What a column of a settlement file can mean. */
export const LINE_MEANINGS = [
  'entityId',
  'kind',
  'side',
  'amount',
  'fee',
  'tax',
  'debit',
  'credit',
  'net',
  'currency',
  'paidAt',
  'settledAt',
  'settlementId',
  'utr',
  'order',
  'paymentId',
  'bankReference',
  'note',
  'payer',
  'phone',
  'onHold',
  'settled',
] as const;
export type LineMeaning = (typeof LINE_MEANINGS)[number];
