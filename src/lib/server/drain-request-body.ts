/**
 * Reads and discards what a client still sends after its response, up to a bound. Closing immediately would reset the
 * connection and lose the response that says why (413); reading without a bound would invite a flood.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

const LINGER_MS = 5_000;
const LINGER_BYTES_MAX = 16 * 1024 * 1024;

/** Discards the rest of the request's body once the response is sent. Closes the connection at either bound. */
export function drainRequestBody(req: IncomingMessage, res: ServerResponse): void {
  // Read now: once the response is sent, a request whose client hung up has no socket any more.
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
