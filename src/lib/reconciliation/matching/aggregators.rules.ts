/**
 * Whether the bank's credit of a settlement is of a payment aggregator. A file alone does not say it: the admin who imports one can write
 * the number and the sum of anybody's payment into it.
 */
import type { LineSettlement } from '../rules.ts';
import { payerOfRow } from './payer.rules.ts';

/** Names of payment aggregators and their companies in India, without blanks, and words for the accounts from which they pay. */
const NAMES = [
  'AIRPAY',
  'AMAZONPAY',
  'AVENUES',
  'BHARATPE',
  'BILLDESK',
  'CASHFREE',
  'CCAVENUE',
  'EASEBUZZ',
  'ESCROW',
  'INDIAIDEAS',
  'INFIBEAM',
  'INGENICO',
  'INSTAMOJO',
  'JUSPAY',
  'MSWIPE',
  'NODAL',
  'ONE97',
  'PAYGLOCAL',
  'PAYPAL',
  'PAYTM',
  'PAYU',
  'PHONEPE',
  'PINELABS',
  'RAZORPAY',
  'RESILIENTINNOVATION',
  'SABPAISA',
  'STRIPE',
  'WORLDLINE',
  'ZAAKPAY',
] as const;

const NAME = new RegExp(`^(?:${NAMES.join('|')})`);

/**
 * Whether the payer of the settlement's credit is an aggregator, or the bank names nobody.
 * @param ownTokens of the company, its token and its accounts, in upper case
 */
export function isOfAggregator({ credit }: LineSettlement, ownTokens: ReadonlySet<string>): boolean {
  if (credit === null) return true;
  const { tokens, isName } = payerOfRow({ ...credit, vpa: null, settlement: null }, ownTokens);
  if (tokens.length === 0) return true;
  // In a known form the name alone: a payer can write the name of an aggregator into the note.
  const text = (isName && credit.payerName) || credit.narration;
  const tokensOfText = text.toUpperCase().match(/[A-Z0-9]+/g) ?? [];
  // A name begins with a word, and can be printed in several: ONE 97. Rupa Yuvraj is not PAYU.
  return tokensOfText.some((_, at) => NAME.test(tokensOfText.slice(at).join('')));
}
