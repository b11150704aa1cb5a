import type { ReactNode } from 'react';
import { pageNumbers } from '@/lib/core/page.ts';
import { Icon } from './Icon.tsx';

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
  /** Names it for screen readers, where a screen has several. */
  label?: string;
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
  label: name = 'Pages',
}: PaginationProps) {
  const items = pageNumbers(page, lastPage, range, margins);
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
    <nav className="pages" aria-label={name}>
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
        {items.map((item, at) => (
          <li key={item ?? `gap-${items[at + 1]}`}>
            {item !== null ? (
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
