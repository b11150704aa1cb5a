import * as z from 'zod/mini';
import '@/lib/core/jitless.ts';

/*
 * What the browser keeps of an order until its proof is in. When it began and the key that makes a second try safe are for
 * all its tabs, so that an order opened twice is one order; what was typed is for the tab alone. Without storage it lasts
 * as long as the page.
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

const beginning = z.object({
  /** Sent with every try of this order's submission. */
  idempotencyKey: z.string().check(z.minLength(8)),
  /** By the buyer's clock. */
  startedAtMs: z.number(),
});
const keptOrder = z.extend(beginning, { draft });
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

/** As long as the server knows the same order again. */
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

function parsed<S extends z.ZodMiniType>(schema: S, text: string | null): z.output<S> | null {
  try {
    const read = z.safeParse(schema, JSON.parse(text ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** What another tab has begun; what is older than a day is forgotten by the way. */
function sharedBeginning(key: string, nowMs: number): z.output<typeof beginning> | null {
  try {
    for (const name of Object.keys(localStorage).filter((it) => it.startsWith(PREFIX))) {
      const found = parsed(beginning, localStorage.getItem(name));
      if (!found || nowMs - found.startedAtMs > SHARED_MS) localStorage.removeItem(name);
    }
    return parsed(beginning, localStorage.getItem(key));
  } catch {
    return null;
  }
}

function share(key: string, { idempotencyKey, startedAtMs }: KeptOrder): void {
  try {
    localStorage.setItem(key, JSON.stringify({ idempotencyKey, startedAtMs }));
  } catch {
    // Then another tab begins the same order anew.
  }
}

/** The order as it was left; one that this browser does not know begins now. */
export function openOrder(orderNumber: string, orderAmount: string, nowMs: number): KeptOrder {
  const key = keyOf(orderNumber, orderAmount);
  const known = parsed(keptOrder, read(key));
  if (known) return known;
  const begun = {
    ...(sharedBeginning(key, nowMs) ?? { idempotencyKey: newKey(), startedAtMs: nowMs }),
    draft: BLANK,
  };
  share(key, begun);
  keepOrder(orderNumber, orderAmount, begun);
  return begun;
}

/** Forgets an order whose proof is in. */
export function dropOrder(orderNumber: string, orderAmount: string): void {
  const key = keyOf(orderNumber, orderAmount);
  memory.delete(key);
  try {
    sessionStorage.removeItem(key);
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept then.
  }
}
