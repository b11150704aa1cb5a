import type { ReactNode } from 'react';
import { Button } from '@/islands/ui/Button.tsx';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import { readAllPages, SELECTED_MAX } from './selectAllPages.ts';
import type { ReadPage } from './useQueue.ts';
import type { Selection } from './useSelection.ts';

/** In sight however long the list. On phones three lines: the count and Clear, Select all, the decisions. */
const BAR =
  'sticky top-16 z-2 mb-4 flex flex-wrap items-center gap-2 rounded-lg bg-brand-soft py-2 ps-4 pe-2 lg:top-2 max-sm:grid max-sm:grid-cols-[1fr_1fr] max-sm:px-3 max-sm:pb-3 max-sm:*:data-clear:col-start-2 max-sm:*:data-clear:row-start-1 max-sm:*:data-clear:justify-self-end max-sm:*:data-all:col-span-full max-sm:*:data-all:-ms-3 max-sm:*:data-all:justify-self-start';

export interface SelectionBarProps<R extends { readonly id: string }> {
  selection: Selection<R>;
  /** Rows of all pages, once those of this page are selected. */
  total: number;
  /** 'the oldest' of them are taken where there are too many. */
  first: string;
  readPage: ReadPage<R>;
  /** The decisions. */
  children: ReactNode;
}

/** How many rows are selected, and what can be done with them. */
export function SelectionBar<R extends { readonly id: string }>(props: SelectionBarProps<R>) {
  const { selection, total, first, readPage, children } = props;
  const { size } = selection.rows;
  const reach = Math.min(total, SELECTED_MAX);
  const all = useSubmit({
    send: async () => ({ message: '', data: await readAllPages(readPage) }),
    onDone: selection.replace,
  });
  return (
    <section className={BAR} aria-label="Selection">
      <p className="me-auto text-sm/6 font-semibold text-brand-ink" role="status">
        {size} selected
      </p>
      {reach > size && (
        <Button look="quiet" size="sm" busy={all.busy} onClick={all.submit} data-all>
          Select {reach === total ? 'all' : first} {reach}
        </Button>
      )}
      {children}
      <Button look="quiet" size="sm" onClick={() => selection.replace([])} data-clear>
        Clear
      </Button>
    </section>
  );
}
