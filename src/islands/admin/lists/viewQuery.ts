import { VIEW_PARAMS, type ViewList } from '@/lib/saved-views/calls.ts';

/** The parameters of a path that a view keeps, in the order of the path; '' without any. */
export function viewQuery(list: ViewList, path: string): string {
  const known: readonly string[] = VIEW_PARAMS[list];
  const sent = new URLSearchParams(path.split('?')[1] ?? '');
  return new URLSearchParams([...sent].filter(([name]) => known.includes(name))).toString();
}

/** Whether a path shows less than a saved view: one of its filters no longer exists. */
export function isOutdated(list: ViewList, saved: string, path: string): boolean {
  return new URLSearchParams(viewQuery(list, path)).size < new URLSearchParams(saved).size;
}
