import { useEffect, useRef, useState } from 'react';
import type { ListAddress } from '@/lib/core/list-url.ts';

/** Makes the next query of the latest one: several lists of a screen may change in one step. */
type Update<Q> = (query: Q) => Q;

export interface AddressState<Q> {
  readonly query: Q;
  /** Shows something else: a step that Back takes back. */
  push(update: Update<Q>): void;
  /** Shows something else in this step. */
  replace(update: Update<Q>): void;
}

/** What a screen shows, kept in its address for reloads, shared links and the browser's Back. */
export function useAddress<Q>(address: ListAddress<Q>, given: Q): AddressState<Q> {
  const [query, setQuery] = useState(given);
  const latest = useRef(given);

  useEffect(() => {
    const back = (): void => {
      latest.current = address.read(new URLSearchParams(location.search));
      setQuery(latest.current);
    };
    // On a slow phone, Back may have been pressed before this page listened.
    if (address.path(latest.current) !== address.path(address.read(new URLSearchParams(location.search)))) back();
    window.addEventListener('popstate', back);
    return () => window.removeEventListener('popstate', back);
  }, [address]);

  /** @returns the path of the query that is shown now */
  function show(update: Update<Q>): string {
    latest.current = update(latest.current);
    setQuery(latest.current);
    return address.path(latest.current);
  }

  return {
    query,
    push: (update) => {
      const path = show(update);
      if (path !== location.pathname + location.search) history.pushState(null, '', path);
    },
    replace: (update) => history.replaceState(history.state, '', show(update)),
  };
}

export interface ListQuery {
  /** From 1. */
  readonly page: number;
}

export interface ListState<Q extends ListQuery> {
  readonly query: Q;
  /** What the person chooses; another filter begins at its first page. */
  choose(change: Omit<Partial<Q>, 'page'>): void;
  goTo(page: number): void;
  /** What the person types; a search that is typed in several steps is one step for Back. */
  type(change: Omit<Partial<Q>, 'page'>): void;
  /** Goes to the last page, once an answer shows that there are fewer. */
  clamp(page: number): void;
  /** The address of a page, as a link. */
  pageHref(page: number): string;
}

/** The query of a list in its address. */
export function useListState<Q extends ListQuery>(address: ListAddress<Q>, given: Q): ListState<Q> {
  const { query, push, replace } = useAddress(address, given);
  const typed = useRef<Q | null>(null);

  return {
    query,
    choose: (change) => push((latest) => ({ ...latest, ...change, page: 1 })),
    goTo: (page) => push((latest) => ({ ...latest, page })),
    type: (change) => {
      const show = typed.current === query ? replace : push;
      show((latest) => {
        typed.current = { ...latest, ...change, page: 1 };
        return typed.current;
      });
    },
    clamp: (page) => replace((latest) => ({ ...latest, page })),
    pageHref: (page) => address.path({ ...query, page }),
  };
}
