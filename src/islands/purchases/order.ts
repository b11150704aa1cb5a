import * as z from '@/lib/core/zod.ts';

/*
 * What the browser stores of an order until its proof is submitted. The start and the idempotency key are shared by all
 * tabs, so that an order opened twice is one order; the draft belongs to the tab. Without storage they last as long as the
 * page.
 */

/** `bytes` is 0 where the size is not known. */
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
  /** The rejected order that this one corrects. */
  corrects: z._default(z.nullable(z.object({ orderNumber: z.string(), reason: z.string() })), null),
});
export type OrderDraft = z.output<typeof draft>;

const beginning = z.object({
  /** Sent with every try of this order's submission. */
  idempotencyKey: z.string().check(z.minLength(8)),
  /** By the buyer's clock. */
  startedAtMs: z.number(),
});
const storedOrder = z.extend(beginning, { draft });
export type StoredOrder = z.output<typeof storedOrder>;

const BLANK: OrderDraft = {
  method: null,
  bankId: null,
  upiPayeeId: null,
  referenceNumber: '',
  amount: null,
  receipt: null,
  corrects: null,
};
const memory = new Map<string, string>();

/** As long as the server recognises the same order. */
const SHARED_MS = 24 * 3600 * 1000;
const PREFIX = 'order:';

function keyOf(orderNumber: string, orderAmount: string): string {
  return `${PREFIX}${orderNumber}:${orderAmount}`;
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Stores an order for this tab. */
export function storeOrder(orderNumber: string, orderAmount: string, order: StoredOrder): void {
  const key = keyOf(orderNumber, orderAmount);
  const text = JSON.stringify(order);
  memory.set(key, text);
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Storage may be shut off; then a reload begins a new order.
  }
}

/** 128 random bits; `crypto.randomUUID` is missing where a site is served without TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function parsed<S extends z.ZodMiniType>(schema: S, text: string | null): z.output<S> | null {
  try {
    const read = z.safeParse(schema, JSON.parse(text ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** The start of the order in another tab. Removes orders older than a day. */
function sharedBeginning(key: string, nowMs: number): z.output<typeof beginning> | null {
  try {
    for (const name of Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))) {
      const shared = parsed(beginning, localStorage.getItem(name));
      if (!shared || nowMs - shared.startedAtMs > SHARED_MS) localStorage.removeItem(name);
    }
    return parsed(beginning, localStorage.getItem(key));
  } catch {
    return null;
  }
}

function share(key: string, { idempotencyKey, startedAtMs }: StoredOrder): void {
  try {
    localStorage.setItem(key, JSON.stringify({ idempotencyKey, startedAtMs }));
  } catch {
    // Then another tab begins a new order.
  }
}

/** The stored order; an unknown one begins now. */
export function openOrder(orderNumber: string, orderAmount: string, nowMs: number): StoredOrder {
  const key = keyOf(orderNumber, orderAmount);
  const known = parsed(storedOrder, read(key));
  if (known) return known;
  const begun = {
    ...(sharedBeginning(key, nowMs) ?? { idempotencyKey: newKey(), startedAtMs: nowMs }),
    draft: BLANK,
  };
  share(key, begun);
  storeOrder(orderNumber, orderAmount, begun);
  return begun;
}

/** Removes an order whose proof is submitted. */
export function dropOrder(orderNumber: string, orderAmount: string): void {
  const key = keyOf(orderNumber, orderAmount);
  memory.delete(key);
  try {
    sessionStorage.removeItem(key);
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored then.
  }
}
