import * as z from 'zod/mini';

/*
 * What the browser keeps of an order until its proof is in: when it began, the key that makes a second try safe, and what
 * was typed. For the tab alone; without storage it lasts as long as the page.
 */

const receipt = z.object({ id: z.string(), name: z.string(), bytes: z.number() });
/** A file that the server has. */
export type Receipt = z.output<typeof receipt>;

const draft = z.object({
  method: z.nullable(z.enum(['BANK', 'UPI', 'MANUAL'])),
  bankId: z.nullable(z.string()),
  upiPayeeId: z._default(z.nullable(z.string()), null),
  referenceNumber: z.string(),
  /** As typed; null until it was touched. */
  amount: z.nullable(z.string()),
  receipt: z.nullable(receipt),
});
export type OrderDraft = z.output<typeof draft>;

const keptOrder = z.object({
  /** Sent with every try of this order's submission. */
  idempotencyKey: z.string().check(z.minLength(8)),
  /** By the buyer's clock. */
  startedAtMs: z.number(),
  draft,
});
export type KeptOrder = z.output<typeof keptOrder>;

const BLANK: OrderDraft = {
  method: null,
  bankId: null,
  upiPayeeId: null,
  referenceNumber: '',
  amount: null,
  receipt: null,
};
const memory = new Map<string, string>();

function keyOf(orderNumber: string, orderAmount: string): string {
  return `order:${orderNumber}:${orderAmount}`;
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Keeps what is known of an order. */
export function keepOrder(orderNumber: string, orderAmount: string, order: KeptOrder): void {
  const key = keyOf(orderNumber, orderAmount);
  const text = JSON.stringify(order);
  memory.set(key, text);
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Storage may be shut off; then a reload begins anew.
  }
}

/** 128 random bits; `crypto.randomUUID` is missing where a site is served without TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function parsed(text: string | null): KeptOrder | null {
  try {
    const order = z.safeParse(keptOrder, JSON.parse(text ?? 'null'));
    return order.success ? order.data : null;
  } catch {
    return null;
  }
}

/** The order as it was left; one that this tab does not know begins now. */
export function openOrder(orderNumber: string, orderAmount: string, nowMs: number): KeptOrder {
  const known = parsed(read(keyOf(orderNumber, orderAmount)));
  if (known) return known;
  const begun = { idempotencyKey: newKey(), startedAtMs: nowMs, draft: BLANK };
  keepOrder(orderNumber, orderAmount, begun);
  return begun;
}

/** Forgets an order whose proof is in. */
export function dropOrder(orderNumber: string, orderAmount: string): void {
  const key = keyOf(orderNumber, orderAmount);
  memory.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept then.
  }
}
