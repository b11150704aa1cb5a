/** What the lists of the back office have in common: the view in the address, and pages. */
import { useState } from 'react';
import { Pagination } from '@/islands/ui/Pagination.tsx';

interface View {
  readonly page: number;
}

/** What is shown, kept in the address so that a reload and a shared link show the same. */
export function useView<V extends View>(given: V, pathOf: (view: V) => string): [V, (next: V) => void] {
  const [view, setView] = useState(given);
  function show(next: V): void {
    setView(next);
    history.replaceState(history.state, '', pathOf(next));
  }
  return [view, show];
}

export interface ListPagesProps<V extends View> {
  view: V;
  lastPage: number | undefined;
  pathOf: (view: V) => string;
  onView: (next: V) => void;
}

/** Prev and Next, three pages and one at each end (spec point 9). */
export function ListPages<V extends View>({ view, lastPage = 1, pathOf, onView }: ListPagesProps<V>) {
  const at = (page: number): V => ({ ...view, page });
  return (
    <Pagination
      page={view.page}
      lastPage={lastPage}
      range={3}
      margins={1}
      href={(page) => pathOf(at(page))}
      onPage={(page) => onView(at(page))}
    />
  );
}
