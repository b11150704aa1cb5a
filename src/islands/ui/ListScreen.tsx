import type { ReactNode } from 'react';
import type { Fetched } from '../data.ts';
import { useClampPage } from '../useClampPage.ts';
import { Pagination } from './Pagination.tsx';
import { SearchBox } from './SearchBox.tsx';
import { Table, type TableProps } from './Table.tsx';
import type { ListQuery, ListState } from './useListState.ts';

interface ListPage<Row> {
  readonly records: readonly Row[];
  readonly total: number;
  readonly page: number;
  readonly lastPage: number;
}

export interface ListScreenProps<Q extends ListQuery, Row>
  extends Omit<TableProps<Row>, 'rows' | 'loading' | 'error' | 'onRetry'> {
  list: ListState<Q>;
  fetched: Fetched<ListPage<Row>>;
  /** `key` where a screen has several searches. */
  search?: { label: string; placeholder: string; value: string; onSearch: (text: string) => void; key?: string };
  filters?: ReactNode;
  /** How many there are; nothing until that is known. */
  count?: ReactNode;
  toolbarClass?: string;
  /** Pages at each end of the pagination. */
  margins?: number;
  /** What is said of a failed call; by default its own text. */
  errorText?: (error: string) => string;
  /** Puts the table into its frame. */
  frame?: (table: ReactNode) => ReactNode;
}

/** Search where there is one, filters, count, table and pages of a list. */
export function ListScreen<Q extends ListQuery, Row>(props: ListScreenProps<Q, Row>) {
  const { list, fetched, search, filters, count, toolbarClass = '', margins = 1, ...rest } = props;
  const { errorText = (error) => error, frame = (table) => table, ...table } = rest;
  const { data, error, loading, retry } = fetched;
  const { page } = list.query;
  const isBeyond = useClampPage(data, page, list.clamp);
  return (
    <>
      <div className={`toolbar ${toolbarClass}`.trim()}>
        {search && <SearchBox {...search} key={search.key} busy={loading} />}
        {filters}
        {count !== undefined && (
          <p className="toolbar-count" role="status">
            {count}
          </p>
        )}
      </div>
      {frame(
        <Table
          {...table}
          rows={data?.records ?? []}
          loading={loading || isBeyond}
          error={error === null ? undefined : errorText(error)}
          onRetry={retry}
        />,
      )}
      <Pagination
        page={page}
        lastPage={data?.lastPage ?? 1}
        range={3}
        margins={margins}
        href={list.pageHref}
        onPage={list.goTo}
      />
    </>
  );
}
