/**
 * One connection of the owner that moves whole tables by COPY. node-postgres leaves COPY to others; what is here speaks
 * the few messages of it (PostgreSQL documentation, 'COPY Operations') through the driver's own door for such queries.
 */
import pg from 'pg';

/** What node-postgres hands its queries besides what its types say. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(bytes: Uint8Array): void;
  endCopyFrom(): void;
}

/** A query as the driver drives it. */
abstract class Copy implements pg.Submittable {
  readonly done: Promise<void>;
  #settle: { resolve: () => void; reject: (cause: Error) => void } = { resolve: () => {}, reject: () => {} };
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    this.done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#text);
  }
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleReadyForQuery(): void {
    this.#settle.resolve();
  }
  handleError(cause: Error): void {
    this.#settle.reject(cause);
  }
  abstract handleCopyInResponse(connection: CopyConnection): void;
  abstract handleCopyData(message: { chunk: Uint8Array }, connection: CopyConnection): void;
}

/** Bytes that may wait for whoever reads; above them the server is not listened to. */
const WAITING_BYTES_MAX = 8 * 1024 * 1024;

class CopyOut extends Copy {
  #chunks: Uint8Array[] = [];
  #waitingBytes = 0;
  #paused: pg.Connection | null = null;
  #arrived: () => void = () => {};

  handleCopyInResponse(): void {}

  handleCopyData({ chunk }: { chunk: Uint8Array }, connection: CopyConnection): void {
    // A copy: the driver reads the next message into the same memory.
    this.#chunks.push(Uint8Array.prototype.slice.call(chunk));
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes > WAITING_BYTES_MAX) {
      this.#paused = connection;
      connection.stream.pause();
    }
    this.#arrived();
  }

  async *read(): AsyncGenerator<Uint8Array> {
    let over = false;
    const end = this.done.finally(() => {
      over = true;
    });
    // Waited for below; until then a failure must not count as one that nobody handles.
    end.catch(() => undefined);
    while (!over || this.#chunks.length > 0) {
      if (this.#chunks.length === 0) {
        const more = new Promise<void>((arrived) => {
          this.#arrived = arrived;
        });
        await Promise.race([more, end]);
        continue;
      }
      const chunks = this.#chunks.splice(0);
      this.#waitingBytes = 0;
      this.#paused?.stream.resume();
      this.#paused = null;
      yield* chunks;
    }
    await end;
  }
}

class CopyIn extends Copy {
  readonly #bytes: Uint8Array;

  constructor(text: string, bytes: Uint8Array) {
    super(text);
    this.#bytes = bytes;
  }
  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.#bytes);
    connection.endCopyFrom();
  }
  handleCopyData(): void {}
}

/** A name as SQL takes it. */
export const quoted = (name: string): string => pg.escapeIdentifier(name);

export interface Copier {
  query<R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** The rows as lines of COPY's text format, in parts of about that many bytes, cut between rows. */
  read(table: string, columns: readonly string[], partBytes: number): AsyncGenerator<Uint8Array>;
  /** Adds rows from such lines. */
  write(table: string, columns: readonly string[], lines: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** Without time-outs: a large table takes its time. Dates and numbers come as the text that the server sends. */
export async function openCopier(connection: pg.ClientConfig): Promise<Copier> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000, application_name: 'launchbook-copy' });
  // A connection that is lost fails the query that is under way; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  const list = (columns: readonly string[]): string => columns.map(quoted).join(', ');
  return {
    query: async (text, values) => (await client.query(text, values ? [...values] : undefined)).rows,
    async *read(table, columns, partBytes) {
      const copy = new CopyOut(`COPY ${quoted(table)} (${list(columns)}) TO STDOUT`);
      client.query(copy);
      let lines: Uint8Array[] = [];
      let size = 0;
      // One message of COPY is one row.
      for await (const line of copy.read()) {
        lines.push(line);
        size += line.length;
        if (size < partBytes) continue;
        yield Buffer.concat(lines, size);
        lines = [];
        size = 0;
      }
      if (size > 0) yield Buffer.concat(lines, size);
    },
    async write(table, columns, lines) {
      const copy = new CopyIn(`COPY ${quoted(table)} (${list(columns)}) FROM STDIN`, lines);
      client.query(copy);
      await copy.done;
    },
    close: () => client.end(),
  };
}
