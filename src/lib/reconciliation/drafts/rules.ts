import { formatDay, formatIsoDay } from '../../core/format.ts';
import { formatRupeesOfPaise } from '../../core/money.ts';
import { numbersOfRow } from '../matching/references.rules.ts';
import type { StatementRow } from '../rules.ts';
import type { FileSettlement, SettlementFile } from '../settlements/reading.rules.ts';
import type { Mapping, Reading } from '../statement/contract.ts';
import { isReversal } from '../statement/narration.rules.ts';
import { isSameAccount } from '../statement/reading/rules.ts';

/** What is stored of a reading besides its rows. Amounts are paise as text. */
export interface Draft {
  readonly beneficiaryId: string | null;
  readonly layout: string;
  readonly fileName: string;
  readonly sha256: string;
  readonly period: { readonly from: string; readonly to: string } | null;
  readonly rows: number;
  readonly openingPaise: string | null;
  readonly creditsPaise: string;
  readonly debitsPaise: string;
  readonly closingPaise: string | null;
  readonly balanceCheck: Reading['balanceCheck'];
  readonly columns: readonly string[];
  readonly samples: readonly string[];
  readonly mapping: Mapping;
  readonly kinds: Reading['kinds'];
  /** An admin chose the mapping, so it is saved for the account with the import. */
  readonly isMappingChosen: boolean;
  /** What an admin said of rows that may be known from a statement of another layout. */
  readonly unclearRows: 'KNOWN' | 'NEW' | null;
  readonly question: Reading['question'];
  /** Null for a statement of a bank. */
  readonly settlementFile: DraftSettlements | null;
  readonly problems: Reading['problems'];
}

/** What is stored of a settlement file. Amounts are paise as text. */
export interface DraftSettlements {
  readonly provider: string;
  readonly settlements: readonly FileSettlement[];
  readonly held: number;
  readonly payments: number;
  readonly grossPaise: string;
  readonly feePaise: string;
  readonly taxPaise: string;
  readonly returnedPaise: string;
  readonly adjustmentsPaise: string;
  readonly netPaise: string;
}

export function draftSettlementsOf(file: SettlementFile): DraftSettlements {
  const { provider, settlements, held, payments } = file;
  return {
    provider,
    settlements,
    held,
    payments,
    grossPaise: String(file.grossPaise),
    feePaise: String(file.feePaise),
    taxPaise: String(file.taxPaise),
    returnedPaise: String(file.returnedPaise),
    adjustmentsPaise: String(file.adjustmentsPaise),
    netPaise: String(file.netPaise),
  };
}

/** A row with what it is stored under. Amounts are paise as text. */
export interface DraftRow {
  readonly identity: string;
  readonly line: number;
  readonly bank_date: string;
  readonly bank_time: string | null;
  readonly value_date: string | null;
  readonly side: string;
  readonly amount_paise: string;
  readonly balance_paise: string | null;
  readonly transaction_id: string | null;
  readonly narration: string;
  readonly reference_numbers: readonly string[];
  readonly reference_sources: readonly string[];
  /** The n-th is the payment number of the n-th reference; null for none. */
  readonly payment_numbers: readonly (string | null)[];
  readonly payer_name: string | null;
  readonly vpa: string | null;
  /** The bank's own code says that the payment went back. */
  readonly is_reversal: boolean;
  /** Of a line of a settlement; null for rows of a bank. */
  readonly settlement_reference: string | null;
  readonly settlement_kind: string | null;
  readonly charge_fee_paise: string | null;
  readonly charge_tax_paise: string | null;
}

export interface ChangedRow {
  readonly line: number;
  readonly date: string;
  readonly reference: string;
  readonly amountPaise: bigint;
  /** In the statement that was imported before. */
  readonly knownPaise: bigint;
}

/** Banks date a row with their next business day, after a holiday; a later day is a mistake, such as 2062 for 2026, or invented. */
const FUTURE_MS_MAX = 7 * 86_400_000;

/** The first row whose day is far in the future: all buyers would read that the statement was read until then. */
export function futureProblems(
  rows: readonly { readonly line: number; readonly date: string }[],
  now: Date,
): { line: number; message: string }[] {
  const last = formatIsoDay(now.getTime() + FUTURE_MS_MAX);
  const row = rows.find(({ date }) => date > last);
  if (!row) return [];
  const message = `The date ${row.date} is more than a week in the future. Please check the dates of the file.`;
  return [{ line: row.line, message }];
}

/** A row as it is stored. */
export function draftRowOf(row: StatementRow, identity: string): DraftRow {
  const numbers = numbersOfRow(row);
  const line = row.settlementLine;
  return {
    identity,
    line: row.line,
    bank_date: row.date,
    bank_time: row.time,
    value_date: row.valueDate,
    side: row.side,
    amount_paise: String(row.amountPaise),
    balance_paise: row.balancePaise === null ? null : String(row.balancePaise),
    transaction_id: row.transactionId,
    narration: row.narration,
    reference_numbers: row.references.map((it) => it.reference),
    reference_sources: row.references.map((it) => it.source),
    payment_numbers: row.references.map(
      ({ reference }) => numbers.find((number) => number === reference || number === `0${reference}`) ?? null,
    ),
    payer_name: row.payerName,
    vpa: row.vpa,
    is_reversal: line === undefined && row.side === 'CREDIT' && isReversal(row.narration),
    settlement_reference: line?.reference ?? null,
    settlement_kind: line?.kind ?? null,
    charge_fee_paise: line ? String(line.feePaise) : null,
    charge_tax_paise: line ? String(line.taxPaise) : null,
  };
}

/** Why a file is refused that has a known row with another amount. */
export function changedProblem(row: ChangedRow): { line: number; message: string } {
  const [here, before] = [row.amountPaise, row.knownPaise].map(formatRupeesOfPaise);
  return {
    line: row.line,
    message:
      `${row.reference} of ${formatDay(row.date)} is ${here} in this file and ${before} in a statement that was imported before. ` +
      'Please ask your bank which one is right.',
  };
}

/** Why a settlement file is refused that has a known line with other sums. */
export const changedLineProblem = (line: { line: number; entityId: string; reference: string }) => ({
  line: line.line,
  message: `Line ${line.entityId} of settlement ${line.reference} has other amounts in a file that was imported before. Please ask the aggregator which one is right.`,
});

interface Account {
  readonly id: string;
  readonly accountNumber: string;
}

/** The accounts that a statement can be of: all of them if it states no number. */
export const candidatesOf = <A extends Account>(accounts: readonly A[], stated: string | null): readonly A[] =>
  stated === null ? accounts : accounts.filter((account) => isSameAccount(stated, account.accountNumber));

/** The one account that a statement can be of: by its number, else the only one; null if an admin has to choose. */
export function accountOf<A extends Account>(accounts: readonly A[], stated: string | null): A | null {
  const [only, second] = candidatesOf(accounts, stated);
  return second || !only ? null : only;
}
