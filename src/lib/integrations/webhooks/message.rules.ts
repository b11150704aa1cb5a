/** What a webhook is sent: the event, as the feed has it, and its id. */
import type { CompanyEvent } from '../events/contract.ts';

/** The header `webhook-id`: the same in every try, so that a receiver recognises what it had before. @param id of the delivery */
export const messageIdOf = (id: string): string => `msg_${id}`;

/** Thin: what happened to what. The receiver reads the rest with its key. */
export function bodyOf({ type, timestamp, data, cursor }: CompanyEvent): string {
  return JSON.stringify({ type, timestamp, data: { ...data, cursor } });
}
