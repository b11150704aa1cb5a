/** The whole reconciliation for the accountant: each credit with its bucket and decision, and the claims without a credit. */
import { readInPages } from '../../db/cursor.ts';
import type { Scope } from '../../scope.ts';
import { entriesOf } from '../compare/rules.ts';
import { accountLabels, compare } from '../compare/service.ts';
import { purchaseIdsOf, type ReconciledRow, reconciledOf, withoutCredit } from './rules.ts';
import { allCredits, countRows } from './store.ts';

export interface ReconciledRows {
  pages(): AsyncGenerator<ReconciledRow[]>;
  /** At most so many rows: credits, and pending claims. */
  count(): Promise<number>;
}

/** All rows, the oldest credit first; then the claims. */
export function reconciledRows(scope: Scope): ReconciledRows {
  const { db, company } = scope;
  async function* pages(): AsyncGenerator<ReconciledRow[]> {
    const [comparison, accounts] = await Promise.all([compare(db, company.id), accountLabels(scope)]);
    const claims = new Map(comparison.claimList.map((claim) => [claim.purchaseId, claim]));
    for await (const rows of readInPages(db, allCredits(company.id)))
      yield rows.map((row) => {
        const outcome = comparison.rows.get(row.id);
        const compared = (outcome ? purchaseIdsOf(outcome) : []).flatMap((id) => claims.get(id) ?? []);
        return reconciledOf(row, outcome?.bucket, compared, accounts.get(row.beneficiaryId) ?? '');
      });
    yield entriesOf(comparison).flatMap((entry) => (entry.row === null ? [withoutCredit(entry.claim)] : []));
  }
  return { pages, count: () => countRows(db, company.id) };
}
