import { useEffect } from 'react';

/**
 * Goes to the last page that there is, once an answer shows that the one looked at has gone: the list has grown shorter since
 * it was shown, or since its address was made.
 */
export function useLastPage(
  data: { readonly page: number; readonly lastPage: number } | undefined,
  page: number,
  goTo: (page: number) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer can show it
  useEffect(() => {
    if (data && data.page === page && page > data.lastPage) goTo(data.lastPage);
  }, [data]);
}
