/**
 * A member comes back to a page that has not changed far more often than to one that has. The page is then not drawn again,
 * only sent again: for each request the database is asked who is there and for the state of all that the page is made of,
 * and only what was drawn from exactly that state is sent. So it is never older than a page that is drawn.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { AskState } from '../http/page-state.ts';
import { type Answer, answerOf, BROTLI, capture, commonHeaders, type Encoding, encodingOf } from './kept-answer.ts';

/** Of bodies and states in all; those that were asked for longest ago go first. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024;

interface Kept {
  readonly state: string;
  readonly answer: Answer;
}

const PACK: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) => promisify(brotliCompress)(body, BROTLI),
  gzip: promisify(gzip) as (body: Buffer) => Promise<Buffer>,
  identity: async (body) => body,
};

export interface MemberPages {
  /** Answers, from what is kept or by `render`. False where this request is for none of these pages. */
  serve(req: IncomingMessage, res: ServerResponse, host: string | null, render: () => void): boolean;
}

/** @param bytesMax of what is kept in all */
export function createMemberPages(ask: AskState, bytesMax = KEPT_BYTES_MAX): MemberPages {
  // In the order of their last use.
  const kept = new Map<string, Kept>();
  let bytes = 0;
  const sizeOf = ({ state, answer }: Kept): number => state.length + answer.body.length;
  const drop = (key: string): void => {
    const found = kept.get(key);
    if (found) bytes -= sizeOf(found);
    kept.delete(key);
  };
  const put = (key: string, it: Kept): void => {
    drop(key);
    kept.set(key, it);
    bytes += sizeOf(it);
    for (const oldest of kept.keys()) {
      if (bytes <= bytesMax) break;
      drop(oldest);
    }
  };
  const find = (key: string, state: string): Answer | null => {
    const found = kept.get(key);
    if (found?.state !== state) return null;
    kept.delete(key);
    kept.set(key, found);
    return found.answer;
  };

  return {
    serve: (req, res, host, render) => {
      const asked = ask(req, host);
      if (!asked) return false;
      const encoding = encodingOf(req);
      const key = `${encoding} ${asked.key}`;
      asked.state.then(
        (state) => {
          const answer = state === null ? null : find(key, state);
          if (answer) return send(res, answer);
          if (state !== null) {
            capture(res, (body) => {
              if (res.statusCode !== 200 || res.hasHeader('set-cookie')) return void res.end(body);
              PACK[encoding](body).then(
                (packed) => {
                  const drawn = answerOf(commonHeaders(res), encoding, packed);
                  put(key, { state, answer: drawn });
                  send(res, drawn);
                },
                () => res.end(body),
              );
            });
          }
          render();
        },
        // Whatever is wrong, drawing the page tells it.
        () => render(),
      );
      return true;
    },
  };
}

function send(res: ServerResponse, { headers, body }: Answer): void {
  for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at] as string, headers[at + 1] as string);
  res.writeHead(200);
  res.end(body);
}
