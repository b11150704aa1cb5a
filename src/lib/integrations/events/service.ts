/** The feed of events (docs/contract.md, Events). */
import type { UseCase } from '../../scope.ts';
import type * as calls from './calls.ts';
import { eventView } from './mapper.ts';
import { EVENT_ACTIONS } from './rules.ts';
import * as store from './store.ts';

export { eventView };

export const listEvents: UseCase<typeof calls.listEvents> = async ({ db, company }, { after, limit }) => {
  const from = after === undefined ? -1n : BigInt(after);
  // Before the events: what is sealed in between belongs to the next answer.
  const last = await store.findLast(db, company.id);
  const upTo = last === null || last < from ? from : last;
  const rows = await store.listBetween(db, company.id, { after: from, upTo, limit: limit + 1 }, EVENT_ACTIONS);
  const records = rows.slice(0, limit).map(eventView);
  const hasMore = rows.length > limit;
  // Behind the last event the trail has other entries, which need not be read again.
  const cursor = hasMore ? (records.at(-1)?.cursor ?? '') : upTo < 0n ? '' : String(upTo);
  return { data: { records, cursor, hasMore } };
};
