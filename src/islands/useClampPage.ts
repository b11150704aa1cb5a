import { useEffect } from 'react';

/**
 * Goes to the last page once an answer shows that the current one is gone: the list is shorter than when it was shown, or
 * than when its address was made.
 * @returns whether it is on its way there, so that the list shows no empty page meanwhile
 */
export function useClampPage(
  data: { readonly page: number; readonly lastPage: number } | undefined,
  page: number,
  goTo: (page: number) => void,
): boolean {
  const isBeyond = data !== undefined && data.page === page && page > data.lastPage;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer shows it
  useEffect(() => {
    if (isBeyond) goTo(data.lastPage);
  }, [data]);
  return isBeyond;
}
