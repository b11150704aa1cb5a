/**
 * What islands read from the server: one cache for all islands of a page, fresh for 20 s (docs/product.md), refreshed
 * after a change and when the page comes back into view: a buyer returns from the UPI app, and the data that are on show
 * meanwhile stay.
 */
import { type FetcherStore, nanoquery } from '@nanostores/query';
import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useState } from 'react';
import type { Call, OutputOf, SentOf } from '@/lib/core/contract.ts';
import { translated } from '@/lib/core/texts.ts';
import { CallError, call, showFailure } from './api.ts';
import { $outdated } from './refresh.ts';

const FRESH_MS = 20_000;
type Cache = NonNullable<NonNullable<Parameters<typeof nanoquery>[0]>['cache']>;
/** Our own map, because the library's setter takes no data that the library has not fetched itself. */
const cache: Cache = new Map();
const [createFetcherStore, , { revalidateKeys }] = nanoquery({
  cache,
  dedupeTime: FRESH_MS,
  revalidateOnFocus: true,
  onErrorRetry: null,
});

function keyOf(contract: Call, input: object): string {
  const parts = Object.entries(input)
    .filter(([, value]) => value !== undefined && value !== '')
    .sort(([a], [b]) => a.localeCompare(b, 'en'));
  return `${contract.path}?${new URLSearchParams(parts.map(([key, value]) => [key, String(value)]))}`;
}

/** What is being read now; true where it has become out of date meanwhile. */
const reading = new Map<string, boolean>();

$outdated.listen((calls) => {
  const isOutdated = (key: string): boolean => calls.some(({ path }) => key.startsWith(`${path}?`));
  // The library drops a request to read again what it is reading.
  for (const key of reading.keys()) if (isOutdated(key)) reading.set(key, true);
  revalidateKeys(isOutdated);
});

/** Reads, and reads again for as long as a change came during the last reading: its answer may be of before the change. */
async function readCurrent<T>(key: string, read: () => Promise<T>): Promise<T> {
  try {
    for (;;) {
      reading.set(key, false);
      const data = await read();
      if (!reading.get(key)) return data;
    }
  } finally {
    reading.delete(key);
  }
}

type Store = FetcherStore<unknown>;
const stores = new Map<string, Store>();
/** Used on the server, where all visitors would share a store, and for the first render, which must equal it. */
const $unread = atom<{ data?: unknown; error?: unknown }>({});
/** The last failure shown for each key, so that a call that repeats by itself shows it once. */
const shownFailures = new Map<string, string>();

function storeOf<C extends Call>(
  contract: C,
  input: SentOf<C>,
  initial: OutputOf<C> | undefined,
  onFailure: (cause: unknown) => void,
): Store {
  const key = keyOf(contract, input as object);
  const known = stores.get(key);
  if (known) return known;
  if (initial !== undefined) cache.set(key, { data: initial, created: Date.now(), expires: Number.POSITIVE_INFINITY });
  const fetcher = async (): Promise<unknown> => {
    try {
      const { data } = await readCurrent(key, () => call(contract, input));
      shownFailures.delete(key);
      return data;
    } catch (cause) {
      const text = textOf(cause, contract);
      if (shownFailures.get(key) !== text) onFailure(cause);
      shownFailures.set(key, text);
      throw cause;
    }
  };
  const made = createFetcherStore<unknown>(key, { fetcher });
  stores.set(key, made);
  return made;
}

export interface Fetched<T> {
  /** The last data of this input; while another input loads, undefined. */
  readonly data: T | undefined;
  /** Public text; null while there are data, also where reading them again has failed. */
  readonly error: string | null;
  readonly loading: boolean;
  /** There are data, and reading them again has failed: they may be out of date. */
  readonly stale: boolean;
  retry(): void;
}

/**
 * Data of a GET call for a component. `initial` is what the page was rendered with; it counts for the first input.
 * @param onFailure replaces the toast of a failed call
 */
export function useFetched<C extends Call>(
  contract: C,
  input: SentOf<C>,
  initial?: OutputOf<C>,
  onFailure: (cause: unknown) => void = showFailure,
): Fetched<OutputOf<C>> {
  const key = keyOf(contract, input as object);
  const [firstKey] = useState(key);
  const start = key === firstKey ? initial : undefined;
  const isServer = typeof window === 'undefined';
  const store = isServer ? $unread : storeOf(contract, input, start, onFailure);
  const { data, error: cause } = useStore(store, { ssr: () => $unread.value });
  const shown = (data as OutputOf<C> | undefined) ?? start;
  const error = cause ? textOf(cause, contract) : null;
  return {
    data: shown,
    error: shown === undefined ? error : null,
    loading: shown === undefined && error === null,
    stale: shown !== undefined && error !== null,
    retry: () => {
      shownFailures.delete(key);
      stores.get(key)?.revalidate();
    },
  };
}

function textOf(error: unknown, contract: Call): string {
  return error instanceof CallError ? error.message : translated(contract.failure);
}
