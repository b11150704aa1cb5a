/** A connection whose bytes a test writes and reads by itself: halves of requests, floods, what no client library sends. */
import net from 'node:net';

export interface Wire {
  /** Everything that came so far. */
  readonly text: () => string;
  readonly socket: net.Socket;
  /** Resolves when the pattern has come; rejects when the connection closes before or time is over. */
  until(pattern: RegExp, waitMs?: number): Promise<string>;
  send(text: string | Uint8Array): void;
  /** Resolves when the other side has closed. @returns milliseconds waited */
  closed(): Promise<number>;
}

export async function openWire(port: number): Promise<Wire> {
  const socket = net.connect({ port, host: '127.0.0.1' });
  socket.setNoDelay(true);
  let text = '';
  let over = false;
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  const closing = new Promise<void>((done) =>
    socket.on('close', () => {
      over = true;
      done();
    }),
  );
  await new Promise<void>((done, fail) => socket.once('connect', done).once('error', fail));
  // A flood that is cut off reports a reset; what came before it is what tests look at.
  socket.on('error', () => {});
  return {
    text: () => text,
    socket,
    send: (bytes) => void socket.write(bytes),
    until: async (pattern, waitMs = 20_000) => {
      const end = performance.now() + waitMs;
      while (!pattern.test(text)) {
        if (over || performance.now() > end)
          throw new Error(`${pattern} did not come; this came:\n${text.slice(0, 2000)}`);
        await new Promise((done) => setTimeout(done, 10));
      }
      return text;
    },
    closed: async () => {
      const start = performance.now();
      await closing;
      return performance.now() - start;
    },
  };
}
