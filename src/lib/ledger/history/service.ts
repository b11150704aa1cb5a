/** A member's own stock over time, for the chart of the dashboard. */
import { formatIsoDay } from '../../core/format.ts';
import { actorOf, type UseCase } from '../../scope.ts';
import type * as calls from './calls.ts';
import { listDays } from './store.ts';

export const getStockHistory: UseCase<typeof calls.getStockHistory> = async (scope) => {
  const days = await listDays(scope.db, scope.company.id, actorOf(scope).id);
  const points = days.map(({ day, change, balance }) => ({ day, change: Number(change), balance: Number(balance) }));
  return { data: { today: formatIsoDay(scope.now), points } };
};
