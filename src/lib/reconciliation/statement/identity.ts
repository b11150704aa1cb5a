/** What makes a row of a statement the same row in another statement (docs/contract.md, Reconciliation). */
import { hash } from 'node:crypto';
import type { SettlementLine, StatementRow } from '../rules.ts';

/** Capitals, digits and single spaces: exports of one bank differ in line breaks and punctuation. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Reports of one aggregator differ in dates and texts; its ids are the same in all of them. */
const lineContent = (row: StatementRow, { reference, kind }: SettlementLine, accountId: string): string =>
  JSON.stringify(['settlement', accountId, reference, kind, row.transactionId, row.side, String(row.amountPaise)]);

/**
 * SHA-256 in hex of each row, in the order of the rows: account, day, side, paise, balance or transaction ID, narration,
 * and the number of the occurrence among rows that are equal in all of that. Equal rows get the same set of identities in
 * whatever order the file has them.
 * @param accountId the company's account that the statement is of
 * @param occurrences of the rows before, for a statement whose identities are computed in parts
 */
export function identityOf(
  rows: readonly StatementRow[],
  accountId: string,
  occurrences: Map<string, number> = new Map(),
): string[] {
  return rows.map((row) => {
    const content = row.settlementLine
      ? lineContent(row, row.settlementLine, accountId)
      : JSON.stringify([
          accountId,
          row.date,
          row.side,
          String(row.amountPaise),
          row.transactionId === null ? 'balance' : 'transaction',
          row.transactionId ?? String(row.balancePaise ?? ''),
          plain(row.narration),
        ]);
    const occurrence = (occurrences.get(content) ?? 0) + 1;
    occurrences.set(content, occurrence);
    return hash('sha256', `${content}#${occurrence}`);
  });
}
