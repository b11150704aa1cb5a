import { choiceParam, listAddress, pageParam, textParam } from '@/lib/core/list-url.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { EVENT_TYPES, type EventType } from '@/lib/integrations/events/calls.ts';
import { DELIVERY_STATES } from '@/lib/integrations/webhooks/calls.ts';
import type { DeliveryView } from '@/lib/integrations/webhooks/contract.ts';

const PAGE_ROWS = 25;

/** What the log of deliveries shows. */
export interface DeliveriesQuery {
  /** The id of a webhook; '' for all. */
  readonly webhook: string;
  /** Null for all. */
  readonly type: EventType | null;
  readonly state: DeliveryView['state'] | null;
  /** From 1. */
  readonly page: number;
}

export const EVERY_DELIVERY: DeliveriesQuery = { webhook: '', type: null, state: null, page: 1 };

export const DELIVERIES_ADDRESS = listAddress<DeliveriesQuery>(PATHS.deliveries, {
  webhook: textParam('webhook', (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)),
  type: choiceParam('type', EVENT_TYPES, null),
  state: choiceParam('state', DELIVERY_STATES, null),
  page: pageParam(),
});

/** The call of a query. */
export function inputOf({ webhook, type, state, page }: DeliveriesQuery) {
  return {
    page,
    limit: PAGE_ROWS,
    ...(webhook !== '' && { id: webhook }),
    ...(type !== null && { type }),
    ...(state !== null && { state }),
  };
}
