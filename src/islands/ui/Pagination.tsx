import type { MouseEvent, ReactNode } from 'react';
import { pageNumbers } from '@/lib/core/pagination.ts';
import { t } from '@/lib/core/texts.ts';
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

type LinkProps = Pick<PaginationProps, 'onPage' | 'href' | 'disabled'>;

/** Prev, page numbers, Next. Nothing for one page or fewer. */
export function Pagination({ page, lastPage, range = 3, margins = 2, label = t('Pages'), ...link }: PaginationProps) {
  const items = pageNumbers(page, lastPage, range, margins);
  if (items.length === 0) return null;
  return (
    <nav className="pages" aria-label={label}>
      <PageLink {...link} to={page - 1} off={page <= 1} className="page-step">
        <Icon name="left" size={16} />
        {t('Prev')}
      </PageLink>
      <ol className="page-list">
        {items.map((item, at) => (
          <li key={item ?? `gap-${items[at + 1]}`}>
            {item !== null ? (
              <PageLink
                {...link}
                to={item}
                current={item === page}
                label={t('Page {number}', { number: item })}
                className="page-number"
              >
                {item}
              </PageLink>
            ) : (
              <span className="page-gap" aria-hidden="true">
                …
              </span>
            )}
          </li>
        ))}
      </ol>
      <PageLink {...link} to={page + 1} off={page >= lastPage} className="page-step">
        {t('Next')}
        <Icon name="right" size={16} />
      </PageLink>
    </nav>
  );
}

interface PageLinkProps extends LinkProps {
  to: number;
  off?: boolean;
  current?: boolean;
  label?: string;
  className: string;
  children: ReactNode;
}

/** A link where the page has an address, else a button. */
function PageLink(props: PageLinkProps) {
  const { to, off = false, current = false, label, className, children, onPage, href, disabled = false } = props;
  const shared = { className, 'aria-label': label, 'aria-current': current ? ('page' as const) : undefined };
  if (!href || off) {
    return (
      <button {...shared} type="button" disabled={off || disabled} onClick={() => !current && onPage(to)}>
        {children}
      </button>
    );
  }

  function open(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (!disabled && !current) onPage(to);
  }
  return (
    <a {...shared} href={href(to)} onClick={open}>
      {children}
    </a>
  );
}
