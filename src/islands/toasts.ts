import { atom } from 'nanostores';

/*
 * The one queue of messages. Any island adds to it; the Toasts island alone shows it. What is still on show is kept for
 * the tab, so that a message given just before a page change is read on the next page.
 */

export interface ToastItem {
  readonly id: string;
  readonly kind: 'success' | 'error' | 'info';
  readonly message: string;
  /** In ms since the epoch. */
  readonly madeAt: number;
  /** So long is it still to be shown; the clock of messages alone takes from it. */
  leftMs: number;
}

export const SESSION_ENDED = 'Your session has ended. Please log in again.';
export const TOAST_MS = 5000;
export const TOASTS_MAX = 20;
const KEPT_AS = 'toasts';
/** So long may the next page take to come, and still show what was not read on the one before. */
const KEPT_MS = 60_000;
/** What has less than this left has been read there; on the next page it would only flash. */
const UNREAD_MS = 1000;

/** Messages on show, oldest first. Written in the browser only. */
export const $toasts = atom<readonly ToastItem[]>([]);

let made = 0;

function store(): void {
  try {
    const items = $toasts.get();
    if (items.length === 0) sessionStorage.removeItem(KEPT_AS);
    else sessionStorage.setItem(KEPT_AS, JSON.stringify(items));
  } catch {
    // Storage may be shut off; then a message ends with its page.
  }
}

function keep(items: readonly ToastItem[]): void {
  $toasts.set(items);
  store();
}

function add(kind: ToastItem['kind'], message: string | readonly string[]): void {
  if (typeof window === 'undefined') return;
  const now = Date.now();
  const messages = typeof message === 'string' ? [message] : message;
  const added = messages.map((text) => {
    made += 1;
    return { id: `${now.toString(36)}-${made}`, kind, message: text, madeAt: now, leftMs: TOAST_MS };
  });
  keep([...$toasts.get().filter((it) => !isAgain(it, kind, messages)), ...added].slice(-TOASTS_MAX));
}

/** A success that is told again takes the place of the one before: twenty decisions are not twenty times the same words. */
function isAgain(it: ToastItem, kind: ToastItem['kind'], messages: readonly string[]): boolean {
  return kind === 'success' && it.kind === kind && messages.includes(it.message);
}

/** One toast a message; a list gives one each. */
export const toast = {
  success: (message: string | readonly string[]): void => add('success', message),
  error: (message: string | readonly string[]): void => add('error', message),
  info: (message: string | readonly string[]): void => add('info', message),
};

/** Forgets a message that was closed. */
export function dropToast(id: string): void {
  const left = $toasts.get().filter((item) => item.id !== id);
  if (left.length !== $toasts.get().length) keep(left);
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

/** Takes over what the page before left on show, and leaves to the next one what has time left. Called once, by the Toasts island. */
export function resumeToasts(): void {
  addEventListener('pagehide', store);
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? '[]');
    const isUnread = (it: ToastItem): boolean => it.madeAt > Date.now() - KEPT_MS && it.leftMs >= UNREAD_MS;
    const unread = Array.isArray(kept) ? kept.filter(isToast).filter(isUnread) : [];
    const known = new Set($toasts.get().map((item) => item.id));
    keep([...unread.filter((item) => !known.has(item.id)), ...$toasts.get()].slice(-TOASTS_MAX));
  } catch {
    // Unreadable leftovers are nobody's message.
  }
}
