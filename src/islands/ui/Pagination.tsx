import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

export type PageItem = number | 'gap-left' | 'gap-right';

/**
 * The page numbers to show: `range` around the current one, `margins` at each end, gaps between. A gap of a single page
 * shows that page instead. [] for one page or fewer.
 */
export function pageItems(page: number, lastPage: number, range = 3, margins = 2): PageItem[] {
  if (lastPage <= 1) return [];
  const size = Math.min(range, lastPage);
  const start = Math.min(Math.max(1, page - Math.floor(size / 2)), lastPage - size + 1);
  const shown = new Set<number>();
  for (let at = start; at < start + size; at += 1) shown.add(at);
  for (let at = 1; at <= Math.min(margins, lastPage); at += 1) {
    shown.add(at);
    shown.add(lastPage + 1 - at);
  }
  const items: PageItem[] = [];
  let before = 0;
  for (const at of [...shown].sort((a, b) => a - b)) {
    if (at - before === 2) items.push(at - 1);
    else if (at - before > 2) items.push(at <= start ? 'gap-left' : 'gap-right');
    items.push(at);
    before = at;
  }
  return items;
}

export interface PaginationProps {
  /** From 1. */
  page: number;
  lastPage: number;
  onPage: (page: number) => void;
  /** Address of a page, so that it also works as a link (new tab, no script yet). */
  href?: (page: number) => string;
  range?: number;
  margins?: number;
  disabled?: boolean;
}

interface StepProps {
  to: number;
  off: boolean;
  current?: boolean;
  label?: string;
  className: string;
  children: ReactNode;
}

/** Prev, page numbers, Next. Nothing where there is one page or fewer. */
export function Pagination({
  page,
  lastPage,
  onPage,
  href,
  range = 3,
  margins = 2,
  disabled = false,
}: PaginationProps) {
  const items = pageItems(page, lastPage, range, margins);
  if (items.length === 0) return null;

  function step({ to, off, current = false, label, className, children }: StepProps) {
    const shared = { className, 'aria-label': label, 'aria-current': current ? ('page' as const) : undefined };
    if (href && !off) {
      return (
        <a
          {...shared}
          href={href(to)}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            if (!disabled && !current) onPage(to);
          }}
        >
          {children}
        </a>
      );
    }
    return (
      <button {...shared} type="button" disabled={off || disabled} onClick={() => !current && onPage(to)}>
        {children}
      </button>
    );
  }

  return (
    <nav className="pages" aria-label="Pages">
      {step({
        to: page - 1,
        off: page <= 1,
        className: 'page-step',
        children: (
          <>
            <Icon name="left" size={16} />
            Prev
          </>
        ),
      })}
      <ol className="page-list">
        {items.map((item) => (
          <li key={item}>
            {typeof item === 'number' ? (
              step({
                to: item,
                off: false,
                current: item === page,
                label: `Page ${item}`,
                className: 'page-number',
                children: item,
              })
            ) : (
              <span className="page-gap" aria-hidden="true">
                …
              </span>
            )}
          </li>
        ))}
      </ol>
      {step({
        to: page + 1,
        off: page >= lastPage,
        className: 'page-step',
        children: (
          <>
            Next
            <Icon name="right" size={16} />
          </>
        ),
      })}
    </nav>
  );
}
