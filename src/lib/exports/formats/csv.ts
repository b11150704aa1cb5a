/**
 * Rows as CSV: RFC 4180, UTF-8 with a byte order mark, without which Excel assumes an older encoding. Every cell is quoted, so
 * that programs with another separator do not split a text into cells of their own.
 */
import { stringify } from 'csv-stringify/sync';
import { type Column, cellText } from '../rules.ts';

export async function* csvOf<Row>(
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const options = { record_delimiter: 'windows', quoted: true, quoted_empty: true } as const;
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
