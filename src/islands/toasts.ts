import { atom } from 'nanostores';
import { translated } from '@/lib/core/texts.ts';

/*
 * The one queue of messages. Any island adds to it; only the Toasts island shows it. A message belongs to its page: only the
 * last success, and what was added for the next page, is stored for the tab and shown after a page change.
 */

declare global {
  /** How long a message is on show, in seconds; set by tests, which need longer to look at one on a busy machine. */
  var toastSeconds: number | undefined;
}

export interface ToastItem {
  readonly id: string;
  readonly kind: 'success' | 'error' | 'info';
  readonly message: string;
  /** In ms since the epoch. */
  readonly madeAt: number;
  /** Time on show that is left; only `useToastTimer` takes from it. */
  leftMs: number;
  /** It also shows on the next page. */
  readonly isForNextPage: boolean;
}

export interface ToastOptions {
  /** For a message that is given while the page is being left. Default: only the last success shows on the next page. */
  readonly onNextPage?: boolean;
}

export const SESSION_ENDED = 'Your session has ended. Please log in again.';
const TOAST_SECONDS = 5;
export const TOASTS_MAX = 20;
const STORAGE_KEY = 'toasts';
/** How long the next page may take to load and still show the unread messages of the one before. */
const STORED_MS = 60_000;
/** A message with less time left has been read; on the next page it would only flash. */
const UNREAD_MS = 1000;

/** Messages on show, oldest first. Written in the browser only. */
export const $toasts = atom<readonly ToastItem[]>([]);

let made = 0;

function store(): void {
  try {
    const all = $toasts.get();
    const lastSuccess = all.findLast((item) => item.kind === 'success');
    const items = all.filter((item) => item.isForNextPage || item === lastSuccess);
    if (items.length === 0) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(items));
  } catch {
    // Storage may be shut off; then a message ends with its page.
  }
}

function setToasts(items: readonly ToastItem[]): void {
  $toasts.set(items);
  store();
}

function add(kind: ToastItem['kind'], message: string | readonly string[], options: ToastOptions = {}): void {
  if (typeof window === 'undefined') return;
  const now = Date.now();
  const leftMs = (globalThis.toastSeconds ?? TOAST_SECONDS) * 1000;
  const messages = (typeof message === 'string' ? [message] : message).map(translated);
  const added = messages.map((text) => {
    made += 1;
    const isForNextPage = options.onNextPage === true;
    return { id: `${now.toString(36)}-${made}`, kind, message: text, madeAt: now, leftMs, isForNextPage };
  });
  setToasts([...$toasts.get().filter((item) => !isOutdated(item, kind, messages)), ...added].slice(-TOASTS_MAX));
}

/**
 * Whether a new message takes the place of an earlier one: a success of the errors before it, and of the same success, so
 * that twenty decisions do not show one message twenty times.
 */
function isOutdated(item: ToastItem, kind: ToastItem['kind'], messages: readonly string[]): boolean {
  if (kind !== 'success') return false;
  return item.kind === 'error' || (item.kind === kind && messages.includes(item.message));
}

/** One toast a message; a list gives one each. */
export const toast = {
  success: (message: string | readonly string[]): void => add('success', message),
  error: (message: string | readonly string[], options?: ToastOptions): void => add('error', message, options),
  info: (message: string | readonly string[], options?: ToastOptions): void => add('info', message, options),
};

/** Removes a message that was closed. */
export function dropToast(id: string): void {
  const left = $toasts.get().filter((item) => item.id !== id);
  if (left.length !== $toasts.get().length) setToasts(left);
}

function isToast(value: unknown): value is ToastItem {
  if (typeof value !== 'object' || value === null) return false;
  const { id, kind, message, madeAt, leftMs } = value as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    typeof message === 'string' &&
    typeof madeAt === 'number' &&
    typeof leftMs === 'number' &&
    (kind === 'success' || kind === 'error' || kind === 'info')
  );
}

/** Shows what the page before has left for this one. The Toasts island calls it once. */
export function resumeToasts(): void {
  addEventListener('pagehide', store);
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    const isUnread = (item: ToastItem): boolean => item.madeAt > Date.now() - STORED_MS && item.leftMs >= UNREAD_MS;
    const unread = Array.isArray(stored) ? stored.filter(isToast).filter(isUnread) : [];
    const known = new Set($toasts.get().map((item) => item.id));
    const arrived = unread.filter((item) => !known.has(item.id)).map((item) => ({ ...item, isForNextPage: false }));
    setToasts([...arrived, ...$toasts.get()].slice(-TOASTS_MAX));
  } catch {
    // An unreadable store has no messages.
  }
}
