/** What the member's dashboard shows besides its lists, in one statement. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { REMAINING } from '../../ledger/store.ts';
import {
  openQuestionOf,
  type PartPaidOrder,
  partPaidOrderOf,
  pendingPurchasesOf,
  undoneOrderOf,
} from '../../purchases/list/store.ts';
import { type Figures, figuresOf } from '../../referrals/store.ts';
import type { NotedRefund } from '../../refunds/rules.ts';
import { notedRefundOf } from '../../refunds/store.ts';

export interface OverviewRow extends Figures {
  readonly pending: bigint;
  readonly question: string | null;
  readonly part: PartPaidOrder | null;
  readonly rejected: string | null;
  readonly reversed: string | null;
  readonly refund: NotedRefund | null;
  /** Whole tokens that can still be bought. */
  readonly remaining: bigint;
}

/** Null if there is no such company. */
export async function readOverview(db: Db, companyId: string, userId: string): Promise<OverviewRow | null> {
  const { rows } = await sql<OverviewRow>`
    SELECT ${pendingPurchasesOf(companyId, userId)} AS pending, ${openQuestionOf(companyId, userId)} AS question,
      ${partPaidOrderOf(companyId, userId)} AS part,
      ${undoneOrderOf(companyId, userId, 'REJECTED')} AS rejected, ${undoneOrderOf(companyId, userId, 'REVERSED')} AS reversed,
      ${notedRefundOf(companyId, userId)} AS refund, ${REMAINING} AS remaining, ${figuresOf(userId)}
    FROM companies c WHERE c.id = ${companyId}`.execute(db);
  return rows[0] ?? null;
}
