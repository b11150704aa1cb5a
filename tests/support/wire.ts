/** A raw connection for requests that no client library sends: partial requests, floods. */
import net from 'node:net';

export interface Wire {
  /** All bytes received so far, as text. */
  readonly text: () => string;
  readonly socket: net.Socket;
  /** Resolves when the pattern was received; rejects on close or timeout. */
  until(pattern: RegExp, waitMs?: number): Promise<string>;
  send(text: string | Uint8Array): void;
  /** Resolves when the other side has closed. @returns the waiting time in milliseconds */
  closed(): Promise<number>;
}

/** @param localAddress the client's own address: any of 127.0.0.0/8 on Linux */
export async function openWire(port: number, localAddress = '127.0.0.1'): Promise<Wire> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress });
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
  // An aborted flood reports a reset; tests look at the bytes received before it.
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
