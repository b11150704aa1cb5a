import { useEffect } from 'react';

/**
 * Goes to the last page that there is, once an answer shows that the one looked at has gone: the list has grown shorter since
 * it was shown, or since its address was made.
 * @returns whether it is on its way there: what is shown until then is no empty list
 */
export function useLastPage(
  data: { readonly page: number; readonly lastPage: number } | undefined,
  page: number,
  goTo: (page: number) => void,
): boolean {
  const isBeyond = data !== undefined && data.page === page && page > data.lastPage;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer can show it
  useEffect(() => {
    if (isBeyond) goTo(data.lastPage);
  }, [data]);
  return isBeyond;
}
