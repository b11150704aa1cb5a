/** Rows as CSV: RFC 4180, UTF-8 with a byte order mark, by which Excel knows it from its own old encodings. */
import { stringify } from 'csv-stringify/sync';
import { type Column, cellText } from './rules.ts';

export async function* csvOf<Row>(
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const options = { record_delimiter: 'windows' } as const;
  yield encoder.encode(`\uFEFF${stringify([columns.map((column) => column.head)], options)}`);
  for await (const rows of pages) {
    yield encoder.encode(
      stringify(
        rows.map((row) => columns.map((column) => cellText(column, row))),
        options,
      ),
    );
  }
}
