import type { DeliveryView, WebhookView } from './contract.ts';
import { messageIdOf } from './message.rules.ts';
import type { DeliveryRow, WebhookRow } from './store.ts';

export function webhookView(row: WebhookRow): WebhookView {
  const { id, name, url, types, state, failures, waiting, previousUntil, version, createdAt } = row;
  return {
    ...{ id, name, url, types, state, failures, version },
    waiting: Number(waiting),
    previousUntil: previousUntil?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

export function deliveryView(row: DeliveryRow): DeliveryView {
  const { id, webhookId, webhookName, type, state, attempts, answerStatus, error } = row;
  return {
    ...{ id, webhookId, webhookName, type, state, attempts, answerStatus, error },
    messageId: messageIdOf(id),
    cursor: String(row.position),
    createdAt: row.createdAt.toISOString(),
    nextAttemptAt: state === 'WAITING' ? row.nextAttemptAt.toISOString() : null,
  };
}
