/** One connection of the tables' owner that moves whole tables by COPY. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** Escapes a table or column name for SQL. */
export const quoted = (name: string): string => pg.escapeIdentifier(name);

export interface CopyClient {
  query<R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** Yields the rows in COPY's text format, in parts of about `partBytes` bytes that end with a whole row. */
  read(table: string, columns: readonly string[], partBytes: number): AsyncGenerator<Uint8Array>;
  /** The same for the rows of a query. */
  readQuery(query: string, partBytes: number): AsyncGenerator<Uint8Array>;
  /** Adds rows in the same format. */
  write(table: string, columns: readonly string[], lines: Uint8Array): Promise<void>;
  /** The same in parts, as one statement: rows may refer to each other. */
  writeParts(table: string, columns: readonly string[], parts: AsyncIterable<Uint8Array>): Promise<void>;
  close(): Promise<void>;
}

const LINE_FEED = 0x0a;

/**
 * Opens a connection whose queries have no time-out, because a large table takes long. It is not from a pool: COPY takes over
 * the connection's stream, which the pools' pipelining clients share between queries.
 */
export async function openCopyClient(connection: pg.ClientConfig): Promise<CopyClient> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000, application_name: 'launchbook-copy' });
  // A lost connection fails the running query. Without a listener it would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  const target = (table: string, columns: readonly string[]): string =>
    `${quoted(table)} (${columns.map(quoted).join(', ')})`;
  const copyOut = (source: string, partBytes: number): AsyncGenerator<Uint8Array> =>
    inParts(client.query(copyTo(`COPY ${source} TO STDOUT`)), partBytes);
  const copyIn = (table: string, columns: readonly string[], source: Readable): Promise<void> =>
    pipeline(source, client.query(copyFrom(`COPY ${target(table, columns)} FROM STDIN`)));
  return {
    query: async (text, values) => (await client.query(text, values ? [...values] : undefined)).rows,
    read: (table, columns, partBytes) => copyOut(target(table, columns), partBytes),
    readQuery: (query, partBytes) => copyOut(`(${query})`, partBytes),
    write: (table, columns, lines) => copyIn(table, columns, Readable.from([lines])),
    writeParts: (table, columns, parts) => copyIn(table, columns, Readable.from(parts)),
    close: () => client.end(),
  };
}

async function* inParts(rows: AsyncIterable<Buffer>, partBytes: number): AsyncGenerator<Uint8Array> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of rows) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < partBytes) continue;
    const part = Buffer.concat(chunks, size);
    // The text format escapes line feeds inside a value, so each one ends a row.
    const end = part.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) yield part.subarray(0, end);
    chunks = [part.subarray(end)];
    size -= end;
  }
  if (size > 0) yield Buffer.concat(chunks, size);
}
