/** Sends a file while it is made. What fails on the way cuts the connection, so that half a file never looks whole. */
import type { App, Result } from '../scope.ts';

type FileAnswer = NonNullable<Result<unknown>['file']>;

/** @param drained waits for a client that is slower than the file is made */
export function sendFile(
  app: App,
  requestId: string,
  { name, mime, chunks }: FileAnswer,
  drained: (() => Promise<void>) | null,
): Response {
  const source = chunks[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          await drained?.();
          const { done, value } = await source.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (cause) {
          app.log.error({ requestId, err: cause }, 'a file could not be made to its end');
          controller.error(cause);
        }
      },
      // The client is gone: whoever makes the file lets go of what it holds.
      cancel: async () => void (await source.return?.()),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      'Content-Type': mime,
      'Content-Disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`,
      'Cache-Control': 'no-store',
    },
  });
}
