/** Sends a file while it is made or read, as fast as the client takes it. */
import type { App, Result } from '../scope.ts';

type FileAnswer = NonNullable<Result<unknown>['file']>;

interface Sending {
  readonly app: App;
  readonly requestId: string;
  /** Waits for a client that is slower than the file is made; null where nothing can wait. */
  readonly whenWritable: (() => Promise<void>) | null;
}

/** A file that is made for this response. */
export function sendFile(sending: Sending, { name, mime, chunks }: FileAnswer): Response {
  return new Response(streamChunks(sending, chunks), {
    headers: {
      'Content-Type': mime,
      'Content-Disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`,
      'Cache-Control': 'no-store',
    },
  });
}

/**
 * The body of a response. It has one chunk in memory. What fails on the way cuts the connection, so that half a file never
 * looks whole.
 */
export function streamChunks(
  { app, requestId, whenWritable }: Sending,
  chunks: AsyncIterable<Uint8Array>,
): ReadableStream<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          await whenWritable?.();
          const { done, value } = await source.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (cause) {
          app.log.error({ requestId, err: cause }, 'a file could not be sent to its end');
          controller.error(cause);
        }
      },
      // The client is gone: the source of the file releases its resources.
      cancel: async () => void (await source.return?.()),
    },
    { highWaterMark: 0 },
  );
}
