/**
 * What islands read from the server: one cache for all islands of a page, fresh for 20 s (spec point 7), refreshed after
 * a change, so that a change shows everywhere at once. Whoever comes back to the page later sees what is new: a buyer
 * returns from the UPI app, and what is shown meanwhile stays.
 */
import { type FetcherStore, nanoquery } from '@nanostores/query';
import { useEffect, useState } from 'react';
import type { Contract, OutputOf, SentOf } from '@/lib/core/contract.ts';
import { CallError, call, showFailure } from './api.ts';

const FRESH_MS = 20_000;
type Kept = NonNullable<NonNullable<Parameters<typeof nanoquery>[0]>['cache']>;
/** Ours, because the library's own setter does not take what it has not fetched itself. */
const cache: Kept = new Map();
const [createFetcherStore, , { revalidateKeys }] = nanoquery({
  cache,
  dedupeTime: FRESH_MS,
  revalidateOnFocus: true,
  onErrorRetry: null,
});

function keyOf(contract: Contract, input: object): string {
  const parts = Object.entries(input)
    .filter(([, value]) => value !== undefined && value !== '')
    .sort(([a], [b]) => a.localeCompare(b, 'en'));
  return `${contract.path}?${new URLSearchParams(parts.map(([key, value]) => [key, String(value)]))}`;
}

type Store = FetcherStore<unknown>;
const stores = new Map<string, Store>();
/** What was said of each key that fails: a call that is made again by itself says the same only once. */
const said = new Map<string, string>();

function storeOf<C extends Contract>(
  contract: C,
  input: SentOf<C>,
  initial: OutputOf<C> | undefined,
  tell: (cause: unknown) => void,
): Store {
  const key = keyOf(contract, input as object);
  const known = stores.get(key);
  if (known) return known;
  if (initial !== undefined) cache.set(key, { data: initial, created: Date.now(), expires: Number.POSITIVE_INFINITY });
  const fetcher = async (): Promise<unknown> => {
    try {
      const { data } = await call(contract, input);
      said.delete(key);
      return data;
    } catch (cause) {
      const text = textOf(cause, contract);
      if (said.get(key) !== text) tell(cause);
      said.set(key, text);
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
 * Data of a GET contract for a component. `initial` is what the page was rendered with; it counts for the first input.
 * Nothing is written to a store while rendering on the server: there a store would be shared by all visitors.
 * @param tell what is done with a failed call, besides; it is shown as a toast by default
 */
export function useFetched<C extends Contract>(
  contract: C,
  input: SentOf<C>,
  initial?: OutputOf<C>,
  tell: (cause: unknown) => void = showFailure,
): Fetched<OutputOf<C>> {
  const key = keyOf(contract, input as object);
  const [firstKey] = useState(key);
  const start = key === firstKey ? initial : undefined;
  const [state, setState] = useState<{ key: string; data: OutputOf<C> | undefined; error: string | null }>({
    key,
    data: start,
    error: null,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for contract and input
  useEffect(() => {
    const store = storeOf(contract, input, start, tell);
    return store.subscribe(({ data, error }) => {
      setState({ key, data: data as OutputOf<C> | undefined, error: error ? textOf(error, contract) : null });
    });
  }, [key]);
  const current = state.key === key ? state : { data: undefined, error: null };
  const shown = current.data ?? start;
  return {
    data: shown,
    error: shown === undefined ? current.error : null,
    loading: shown === undefined && current.error === null,
    stale: shown !== undefined && current.error !== null,
    retry: () => {
      said.delete(key);
      stores.get(key)?.revalidate();
    },
  };
}

function textOf(error: unknown, contract: Contract): string {
  return error instanceof CallError ? error.message : contract.failure;
}

/** After a change: every list and figure of these calls is read again, wherever it shows. */
export function refresh(...contracts: Contract[]): void {
  revalidateKeys((key) => contracts.some((it) => key.startsWith(`${it.path}?`)));
}
