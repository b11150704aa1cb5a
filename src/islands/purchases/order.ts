/*
 * What the browser stores of an order until its proof is submitted. The start and the idempotency key are shared by all
 * tabs, so that an order opened twice is one order; the draft belongs to the tab. Without storage they last as long as the
 * page.
 */

/** A file that the server has. `bytes` is 0 where the size is not known. */
export interface Receipt {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
}

export interface OrderDraft {
  readonly method: 'BANK' | 'UPI' | 'MANUAL' | null;
  readonly bankId: string | null;
  readonly upiPayeeId: string | null;
  readonly referenceNumber: string;
  /** As typed; null until it was touched. */
  readonly amount: string | null;
  readonly receipt: Receipt | null;
  /** The rejected order that this one corrects. */
  readonly corrects: { readonly orderNumber: string; readonly reason: string } | null;
}

interface Beginning {
  /** Sent with every try of this order's submission. */
  readonly idempotencyKey: string;
  /** By the buyer's clock. */
  readonly startedAtMs: number;
}

export interface StoredOrder extends Beginning {
  readonly draft: OrderDraft;
}

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

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isText = (value: unknown): boolean => typeof value === 'string';
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);

/*
 * Checks by hand what this page stored itself: the library that checks forms is 9 KB, and comes with the first touch only.
 */

function isReceipt(value: unknown): boolean {
  return isObject(value) && isText(value.id) && isText(value.name) && typeof value.bytes === 'number';
}

/** A draft that an older version of the page stored lacks the fields that came since. */
function isDraft(value: unknown): value is Partial<OrderDraft> {
  if (!isObject(value)) return false;
  const { method, bankId, upiPayeeId = null, referenceNumber, amount, receipt, corrects = null } = value;
  return (
    [null, 'BANK', 'UPI', 'MANUAL'].includes(method as OrderDraft['method']) &&
    [bankId, upiPayeeId, amount].every(isTextOrNull) &&
    isText(referenceNumber) &&
    (receipt === null || isReceipt(receipt)) &&
    (corrects === null || (isObject(corrects) && isText(corrects.orderNumber) && isText(corrects.reason)))
  );
}

function isBeginning(value: unknown): value is Beginning {
  if (!isObject(value)) return false;
  const { idempotencyKey, startedAtMs } = value;
  return typeof idempotencyKey === 'string' && idempotencyKey.length >= 8 && typeof startedAtMs === 'number';
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

function beginningOf(text: string | null): Beginning | null {
  const value = parsed(text);
  return isBeginning(value) ? value : null;
}

function orderOf(text: string | null): StoredOrder | null {
  const value = parsed(text);
  if (!isBeginning(value)) return null;
  const { draft } = value as Beginning & { draft?: unknown };
  return isDraft(draft) ? { ...value, draft: { ...BLANK, ...draft } } : null;
}

/** The start of the order in another tab. Removes orders older than a day. */
function sharedBeginning(key: string, nowMs: number): Beginning | null {
  try {
    for (const name of Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))) {
      const shared = beginningOf(localStorage.getItem(name));
      if (!shared || nowMs - shared.startedAtMs > SHARED_MS) localStorage.removeItem(name);
    }
    return beginningOf(localStorage.getItem(key));
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
  const known = orderOf(read(key));
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
