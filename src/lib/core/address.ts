/** What a screen shows, read from its address: whatever stands there, something that can be shown comes out. */
import { SEARCH_LENGTH_MAX } from './bounds.ts';
import { PAGE_MAX } from './page.ts';
import { cleanLine } from './text.ts';

/** The words of a search, at most `SEARCH_LENGTH_MAX` characters; empty without one. */
export function searchIn(params: URLSearchParams, name = 'search'): string {
  return [...cleanLine(params.get(name) ?? '')].slice(0, SEARCH_LENGTH_MAX).join('');
}

/** A page from 1; the first where there is no such page. */
export function pageIn(params: URLSearchParams, name = 'page'): number {
  const page = Number(params.get(name) ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1;
}
