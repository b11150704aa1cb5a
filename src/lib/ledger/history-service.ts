/** A member's own stock over time, for the chart of the dashboard. */
import type { OutputOf } from '../core/contract.ts';
import { formatIsoDay } from '../core/format.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import type { getStockHistory as History } from './history-contract.ts';
import { listDays } from './history-store.ts';

export async function getStockHistory(scope: Scope): Promise<Result<OutputOf<typeof History>>> {
  const days = await listDays(scope.db, scope.company.id, actorOf(scope).id);
  const points = days.map(({ day, change, balance }) => ({ day, change: Number(change), balance: Number(balance) }));
  return { data: { today: formatIsoDay(scope.now), points } };
}
