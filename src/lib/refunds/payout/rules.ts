/** The file of payouts that goes to the bank. Amounts in paise. */
import { assert } from '../../core/errors.ts';
import { formatPaise, type Paise } from '../../core/money.ts';
import type { Payee } from '../rules.ts';

export interface Payout {
  /** What the payout is found by on a statement. */
  readonly reference: string;
  readonly amountPaise: Paise;
  readonly payee: Payee;
}

/** RBI: the smallest amount of RTGS. */
const RTGS_FROM_PAISE = 20_000_000n;

function modeOf({ payee, amountPaise }: Payout): string {
  if (payee.kind === 'UPI') return 'UPI';
  return amountPaise >= RTGS_FROM_PAISE ? 'RTGS' : 'NEFT';
}

export const PAYOUT_HEAD = [
  'Reference',
  'Mode',
  'Amount',
  'Beneficiary name',
  'Account number',
  'IFSC',
  'UPI ID',
  'Remarks',
] as const;

/** Characters that begin a formula in a spreadsheet program. What members enter begins with none of them. */
const UNSAFE_START = /^[='+\-@\t\r\n|%＝＋－＠]/;

/** The cells of a payout. Numbers stay as they are, without a mark for spreadsheet programs: the bank reads the file. */
export function payoutCells(payout: Payout): string[] {
  const { payee, reference } = payout;
  const isBank = payee.kind === 'BANK';
  const cells = [
    reference,
    modeOf(payout),
    formatPaise(payout.amountPaise),
    payee.holderName,
    isBank ? payee.accountNumber : '',
    isBank ? payee.ifscCode : '',
    isBank ? '' : payee.upi,
    reference,
  ];
  assert(!cells.some((cell) => UNSAFE_START.test(cell)), 'no cell of a payout begins a formula');
  return cells;
}

export const EXPORTED_BEFORE =
  'is in an earlier file. If that file was not paid, give a reason to export it again: it must not be paid twice.';
