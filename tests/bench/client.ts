/**
 * A small HTTP client for load: one request at a time per socket, and as little work as possible, because it shares the machine
 * with the measured program.
 */
import net from 'node:net';
import { performance } from 'node:perf_hooks';

export interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: Buffer;
}

export interface Line {
  ask(request: Buffer): Promise<Answer>;
  close(): void;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const CHUNKED = /\r\ntransfer-encoding: chunked/i;
const LENGTH = /\r\ncontent-length: (\d+)/i;

let requests = 0;
/** One of 60,000 addresses in turn: limits count every client, and one machine plays thousands. */
const nextAddress = (): string => `10.9.${++requests % 240}.${Math.floor(requests / 240) % 250}`;

/** The bytes of one request. */
export function request(
  method: string,
  path: string,
  port: number,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = { Host: `localhost:${port}`, 'X-Forwarded-For': nextAddress(), ...headers };
  if (text) Object.assign(lines, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${text}`);
}

/** The end of a response that begins at 0, and its body; null while it is incomplete. */
function whole(bytes: Buffer): Answer | null {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const head = bytes.toString('latin1', 0, headEnd);
  const status = Number(head.slice(9, 12));
  const start = headEnd + 4;
  if (CHUNKED.test(head)) {
    const parts: Buffer[] = [];
    for (let at = start; ; ) {
      const lineEnd = bytes.indexOf('\r\n', at);
      if (lineEnd < 0) return null;
      const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
      const next = lineEnd + 2 + size + 2;
      if (bytes.length < next) return null;
      if (size === 0) return { status, head, body: Buffer.concat(parts) };
      parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
      at = next;
    }
  }
  const length = Number(LENGTH.exec(head)?.[1] ?? 0);
  if (bytes.length < start + length) return null;
  return { status, head, body: bytes.subarray(start, start + length) };
}

export function openLine(port: number): Promise<Line> {
  return new Promise((opened, refused) => {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
    let waiting: { resolve: (it: Answer) => void; reject: (cause: Error) => void } | null = null;
    let got: Buffer[] = [];
    let closed: Error | null = null;
    const fail = (cause: Error): void => {
      closed ??= cause;
      waiting?.reject(cause);
      waiting = null;
      refused(cause);
    };
    socket.on('data', (chunk: Buffer) => {
      got.push(chunk);
      const answer = whole(got.length === 1 ? chunk : Buffer.concat(got));
      if (!answer) return;
      got = [];
      const done = waiting;
      waiting = null;
      done?.resolve(answer);
    });
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('the server closed the connection')));
    socket.on('connect', () =>
      opened({
        ask: (bytes) =>
          new Promise((resolve, reject) => {
            // Nothing would answer: the server may close a connection that is idle.
            if (closed) return reject(closed);
            waiting = { resolve, reject };
            socket.write(bytes);
          }),
        close: () => socket.destroy(),
      }),
    );
  });
}

export async function ask(port: number, bytes: Buffer): Promise<Answer> {
  const line = await openLine(port);
  const answer = await line.ask(bytes);
  line.close();
  return answer;
}

export interface Paced {
  readonly perSecond: number;
  /** In ms. */
  readonly p50: number;
  readonly p99: number;
  readonly answers: number;
  /** Answers by status other than the one expected. */
  readonly unexpected: ReadonlyMap<number, number>;
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

interface Load {
  readonly port: number | readonly number[];
  /** The nth request. */
  readonly next: (nth: number) => Buffer;
  readonly onAnswer?: (answer: Answer, nth: number) => void;
  readonly expect?: number;
}

async function openLines(port: Load['port'], count: number): Promise<Line[]> {
  const ports = typeof port === 'number' ? [port] : port;
  return Promise.all(Array.from({ length: count }, (_, nth) => openLine(ports[nth % ports.length] ?? 0)));
}

function tally(): { note: (ms: number, status: number) => void; end: (seconds: number) => Paced } {
  const times: number[] = [];
  const unexpected = new Map<number, number>();
  return {
    note: (ms, status) => {
      times.push(ms);
      if (status !== 0) unexpected.set(status, (unexpected.get(status) ?? 0) + 1);
    },
    end: (seconds) => {
      const sorted = times.sort((a, b) => a - b);
      return {
        perSecond: sorted.length / seconds,
        p50: percentile(sorted, 0.5),
        p99: percentile(sorted, 0.99),
        answers: sorted.length,
        unexpected,
      };
    },
  };
}

/** Closed loop: `atOnce` clients, each of which sends its next request after an answer. Ends after `seconds` or `requests`. */
export async function closedLoop(load: Load & { atOnce: number; seconds?: number; requests?: number }): Promise<Paced> {
  const {
    next,
    onAnswer,
    expect = 200,
    seconds = Number.POSITIVE_INFINITY,
    requests = Number.POSITIVE_INFINITY,
  } = load;
  const lines = await openLines(load.port, load.atOnce);
  const { note, end } = tally();
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  let nth = 0;
  await Promise.all(
    lines.map(async (line) => {
      while (nth < requests && performance.now() < endMs) {
        const mine = nth++;
        const bytes = next(mine);
        const sentMs = performance.now();
        const answer = await line.ask(bytes);
        note(performance.now() - sentMs, answer.status === expect ? 0 : answer.status);
        onAnswer?.(answer, mine);
      }
    }),
  );
  const result = end((performance.now() - startMs) / 1000);
  for (const line of lines) line.close();
  return result;
}

/** Open loop: a request is due every 1/rate s, answered or not, and its time is measured from when it is due. */
export async function openLoop(load: Load & { rate: number; seconds: number; lines?: number }): Promise<Paced> {
  const { next, onAnswer, expect = 200, rate, seconds } = load;
  const free = await openLines(load.port, load.lines ?? 32);
  const all = [...free];
  const { note, end } = tally();
  const startMs = performance.now();
  const due: number[] = [];
  const count = Math.round(rate * seconds);
  let answered = 0;
  await new Promise<void>((done, failed) => {
    const pump = (): void => {
      while (due.length > 0 && free.length > 0) {
        const mine = due.shift() ?? 0;
        const line = free.pop();
        if (!line) return;
        const dueMs = startMs + (mine * 1000) / rate;
        line.ask(next(mine)).then((answer) => {
          note(performance.now() - dueMs, answer.status === expect ? 0 : answer.status);
          onAnswer?.(answer, mine);
          free.push(line);
          if (++answered === count) done();
          else pump();
        }, failed);
      }
    };
    let nth = 0;
    const tick = (): void => {
      const nowMs = performance.now();
      while (nth < count && startMs + (nth * 1000) / rate <= nowMs) due.push(nth++);
      pump();
      if (nth < count) setTimeout(tick, Math.max(0, startMs + (nth * 1000) / rate - performance.now()));
    };
    tick();
  });
  const result = end((performance.now() - startMs) / 1000);
  for (const line of all) line.close();
  return result;
}
