/** What the program's own inspector says about its memory, after a collection of garbage. */
import { freePort } from '../../support/ports.ts';

/** Bytes, as `process.memoryUsage()` names them. */
export interface Memory {
  readonly rss: number;
  readonly heapTotal: number;
  readonly heapUsed: number;
  readonly external: number;
  readonly arrayBuffers: number;
}

export interface Inspector {
  /** What is still reachable. */
  collectedMemory(): Promise<Memory>;
  close(): void;
}

/** The option that makes a program listen for `openInspector`, and its port. */
export async function inspectorOption(): Promise<{ readonly port: number; readonly env: Record<string, string> }> {
  const port = await freePort();
  return { port, env: { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` } };
}

interface Reply {
  readonly id?: number;
  readonly result?: { readonly result?: { readonly value?: string } };
  readonly error?: { readonly message: string };
}

/** @throws Error when nothing listens there, or when the program refuses a command */
export async function openInspector(port: number): Promise<Inspector> {
  const list = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(list[0]?.webSocketDebuggerUrl ?? '');
  await new Promise((open, fail) => {
    socket.onopen = open;
    socket.onerror = () => fail(new Error(`no inspector listens on port ${port}`));
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.onmessage = ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  };
  let ids = 0;
  const send = async (method: string, params: object = {}): Promise<Reply> => {
    const id = ++ids;
    const replied = new Promise<Reply>((done) => waiting.set(id, done));
    socket.send(JSON.stringify({ id, method, params }));
    const reply = await replied;
    waiting.delete(id);
    if (reply.error) throw new Error(`${method}: ${reply.error.message}`);
    return reply;
  };
  return {
    collectedMemory: async () => {
      // A finalizer that the first one runs can release more.
      await send('HeapProfiler.collectGarbage');
      await send('HeapProfiler.collectGarbage');
      const { result } = await send('Runtime.evaluate', { expression: 'JSON.stringify(process.memoryUsage())' });
      return JSON.parse(result?.result?.value ?? '') as Memory;
    },
    close: () => socket.close(),
  };
}
