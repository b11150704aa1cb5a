/**
 * What a client still sends after it has its answer is read and forgotten, for a while. Closing at once would reset the
 * connection, and the answer that says why (413) would be lost on the way; listening for ever would let anybody flood.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

const LINGER_MS = 5_000;
const LINGER_BYTES_MAX = 16 * 1024 * 1024;

/** Bounds the rest of a request's body from the moment that its answer has been given. */
export function boundRest(req: IncomingMessage, res: ServerResponse): void {
  // Taken now: by the time the answer has gone, a client that hung up has left the request without its socket.
  const { socket } = req;
  res.on('finish', () => {
    if (req.complete || socket.destroyed) return;
    const startBytes = socket.bytesRead;
    let leftMs = LINGER_MS;
    const timer = setInterval(() => {
      leftMs -= 250;
      const isOver = leftMs <= 0 || socket.bytesRead - startBytes > LINGER_BYTES_MAX;
      if (req.complete || socket.destroyed) clearInterval(timer);
      else if (isOver) socket.destroy();
    }, 250);
    req.resume();
  });
}
