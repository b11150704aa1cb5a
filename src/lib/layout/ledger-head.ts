/**
 * Remembers in the browser the last checkpoint of the ledger that it saw, and tells when the site does not continue it
 * (docs/decisions/0680). A site that was set back cannot take that memory along.
 */
import type { compareSeen } from './ledger-compare.ts';

const STORED = 'ledger-head';
/** After the page has loaded: a visit of a moment costs nothing. */
const AFTER_MS = 3_000;
const EVERY_MS = 600_000;

interface Seen {
  readonly origin: string;
  readonly size: number;
  /** In Base64. */
  readonly root: string;
  /** When it was compared, in milliseconds. */
  readonly at: number;
}

function readSeen(): Seen | null {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? 'null') as Seen | null;
  } catch {
    return null;
  }
}

function remember(seen: Seen): void {
  try {
    localStorage.setItem(STORED, JSON.stringify(seen));
  } catch {
    // Without storage nothing is remembered.
  }
}

async function readText(path: string): Promise<string | null> {
  const answer = await fetch(path, { cache: 'no-store' }).catch(() => null);
  return answer?.ok ? answer.text() : null;
}

async function look(notice: HTMLElement): Promise<void> {
  const seen = readSeen();
  if (!navigator.onLine || (seen && Date.now() - seen.at < EVERY_MS)) return;
  const [origin = '', size = '', root = ''] = (await readText('/ledger/checkpoint'))?.split('\n') ?? [];
  if (root === '') return;
  const present: Seen = { origin, size: Number(size), root, at: Date.now() };
  if (seen && seen.origin === origin) {
    const { compareSeen: compare }: { compareSeen: typeof compareSeen } = await import('./ledger-compare.ts');
    const state = await compare(seen, readText);
    if (state === 'broken') return show(notice, present);
    if (state !== 'continued') return;
  }
  remember(present);
}

/** Shows it on every page until the member has read it. */
function show(notice: HTMLElement, present: Seen): void {
  notice.hidden = false;
  notice.querySelector('button')?.addEventListener('click', () => {
    remember(present);
    notice.hidden = true;
  });
}

export function watchLedger(): void {
  const notice = document.querySelector<HTMLElement>('[data-ledger-head]');
  if (!notice) return;
  addEventListener('load', () => setTimeout(() => void look(notice), AFTER_MS));
}
