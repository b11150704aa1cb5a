/** A proxy between a program and its database that keeps the statements the program sends. */
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

export interface SentStatement {
  /** Statements with the same number went over the same connection. */
  readonly connection: number;
  readonly text: string;
  /** Of its parameters, as text; bytes as PostgreSQL writes them in hexadecimal. */
  readonly values: readonly (string | null)[];
}

export interface StatementProxy {
  /** `DATABASE_URL` for the program. */
  readonly url: string;
  /** All statements since `forget`, in the order in which they were sent. */
  readonly sent: () => readonly SentStatement[];
  forget(): void;
  stop(): Promise<void>;
}

type Executed = Omit<SentStatement, 'connection'>;

/** Reads the messages of one client: https://www.postgresql.org/docs/current/protocol-message-formats.html */
class Messages {
  #rest = Buffer.alloc(0);
  /** The first message of a connection has no type. */
  #isStarted = false;
  readonly #prepared = new Map<string, string>();

  /** @returns the statements that this part of the stream executes */
  read(chunk: Buffer): Executed[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const executed: Executed[] = [];
    for (;;) {
      const head = this.#isStarted ? 1 : 0;
      if (this.#rest.length < head + 4) return executed;
      const end = head + this.#rest.readInt32BE(head);
      if (this.#rest.length < end) return executed;
      const kind = this.#isStarted ? String.fromCharCode(this.#rest[0] ?? 0) : '';
      const statement = this.#executedBy(kind, this.#rest.subarray(head + 4, end));
      if (statement) executed.push(statement);
      this.#isStarted = true;
      this.#rest = this.#rest.subarray(end);
    }
  }

  /** A simple query is executed as it comes; a prepared one when it is bound, which node-postgres does one time for each. */
  #executedBy(kind: string, body: Buffer): Executed | null {
    const [first = '', second = ''] = body.toString('utf8').split('\0', 2);
    if (kind === 'Q') return { text: first, values: [] };
    if (kind === 'P') this.#prepared.set(first, second);
    if (kind !== 'B') return null;
    const start = Buffer.byteLength(first) + Buffer.byteLength(second) + 2;
    return { text: this.#prepared.get(second) ?? second, values: valuesIn(body, start) };
  }
}

/** The parameters of a Bind message: their formats (1 for bytes), then each with its length, -1 for null. */
function valuesIn(body: Buffer, start: number): (string | null)[] {
  const formats = body.readInt16BE(start);
  const count = body.readInt16BE(start + 2 + 2 * formats);
  const values: (string | null)[] = [];
  let at = start + 4 + 2 * formats;
  for (let nth = 0; nth < count; nth++) {
    const size = body.readInt32BE(at);
    const bytes = body.subarray(at + 4, at + 4 + Math.max(0, size));
    const isBytes = formats > 0 && body.readInt16BE(start + 2 + 2 * nth) === 1;
    values.push(size < 0 ? null : isBytes ? `\\x${bytes.toString('hex')}` : bytes.toString('utf8'));
    at += 4 + bytes.length;
  }
  return values;
}

/** @param databaseUrl with the folder of the server's socket as `host` */
export async function startStatementProxy(databaseUrl: string): Promise<StatementProxy> {
  const target = new URL(databaseUrl);
  const file = `.s.PGSQL.${target.port}`;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-statements-'));
  const sockets = new Set<net.Socket>();
  let sent: SentStatement[] = [];
  let connections = 0;
  const server = net.createServer((client) => {
    const connection = ++connections;
    const upstream = net.connect(path.join(target.searchParams.get('host') ?? '', file));
    const messages = new Messages();
    client.on('data', (chunk: Buffer) => sent.push(...messages.read(chunk).map((it) => ({ connection, ...it }))));
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => [client, upstream].map((it) => it.destroy()));
    }
  });
  await new Promise<void>((done) => server.listen(path.join(folder, file), done));
  const url = new URL(target);
  url.searchParams.set('host', folder);
  return {
    url: url.href,
    sent: () => sent,
    forget: () => {
      sent = [];
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
