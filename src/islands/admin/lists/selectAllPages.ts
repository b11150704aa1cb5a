import type { ReadPage } from './useQueue.ts';

/** More than an admin decides in one run; the first of the list are taken. */
export const SELECTED_MAX = 500;
const PAGE_ROWS = 100;

/** The first rows of a list, of all pages. @throws CallError */
export async function readAllPages<R>(readPage: ReadPage<R>): Promise<R[]> {
  const rows: R[] = [];
  for (let page = 1; rows.length < SELECTED_MAX; page += 1) {
    const { records, lastPage } = await readPage({ page, limit: PAGE_ROWS });
    rows.push(...records);
    if (page >= lastPage) break;
  }
  return rows.slice(0, SELECTED_MAX);
}
