/**
 * Links bank rows to the purchases that were approved before their statement was read, where a row can belong to one purchase
 * alone. Nothing is approved: the figures of the bank then add up.
 */
import type { OutputOf } from '../../../core/contract.ts';
import { ApiError } from '../../../core/errors.ts';
import { type Db, inTransaction } from '../../../db/client.ts';
import { refuseRefunded } from '../../../refunds/payout/statement/service.ts';
import type { Scope, UseCase } from '../../../scope.ts';
import type * as calls from '../../calls.ts';
import { compare } from '../../compare/service.ts';
import { linksOf } from '../../matching/rules.ts';
import { insertMatch, lockUnmatched, type Pair, recordMatch } from '../pairs/service.ts';
import { ALREADY_APPROVED, refusalOfLink } from '../rules.ts';

type PairResult = OutputOf<typeof calls.linkRows>['results'][number];

const TOGETHER_MAX = 500;

/** One transaction for each row. A row that no longer fits is refused and does not stop the others. */
export const linkRows: UseCase<typeof calls.linkRows> = async (scope, { reason }) => {
  const comparison = await compare(scope.db, scope.company.id);
  const links = linksOf(comparison, comparison.bankRows);
  const pairs = links.map(({ row, purchaseId }): Pair => ({ rowId: row.id, purchaseId }));
  const results: PairResult[] = [];
  for (const pair of pairs.slice(0, TOGETHER_MAX)) results.push({ ...pair, ...(await linkPair(scope, pair, reason)) });
  const linked = results.filter(({ ok }) => ok).length;
  const failed = results.length - linked;
  const remaining = Math.max(0, pairs.length - TOGETHER_MAX);
  const message = `${linked} ${linked === 1 ? 'payment' : 'payments'} linked${failed > 0 ? `, ${failed} not linked` : ''}`;
  return { data: { linked, failed, results, remaining }, message };
};

async function linkPair(scope: Scope, pair: Pair, reason: string): Promise<Pick<PairResult, 'ok' | 'message'>> {
  try {
    return { ok: true, message: await inTransaction(scope.db, (tx) => linkIn(tx, scope, pair, reason)) };
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.status >= 500) throw cause;
    return { ok: false, message: cause.message };
  }
}

/** @returns what the admin reads. @throws ApiError not_found; conflict */
async function linkIn(tx: Db, scope: Scope, pair: Pair, reason: string): Promise<string> {
  const { near, match } = await lockUnmatched(tx, scope, pair);
  if (match) return ALREADY_APPROVED;
  const refusal = refusalOfLink(near);
  if (refusal !== null) throw new ApiError('conflict', refusal);
  await refuseRefunded(tx, scope, near.row.id);
  const share = { kind: 'ASSIGNED', amountPaise: near.row.restPaise, reason } as const;
  await insertMatch(tx, scope, near, share);
  await recordMatch(tx, scope, near, share);
  return 'Linked';
}
