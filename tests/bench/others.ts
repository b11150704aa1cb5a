/** What an admin's work costs another one, whose list is fetched again and again meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from './client.ts';

type Ask<T> = (path: string, body?: FormData | object) => Promise<T>;

/** Calls the API of the admins. @returns a function that throws unless the call succeeds */
export function askAs<T>(token: string, port: number): Ask<T> {
  return async (path, body) => {
    const answer = await fetch(`http://localhost:${port}/api/v1/admin/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        Authorization: token,
        ...(body && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text).data;
  };
}

/** Asks for a list every 20 ms until `work` ends. */
export async function whileOthersAsk<T>(ask: Ask<unknown>, work: () => Promise<T>) {
  let isOver = false;
  const waits: number[] = [];
  const others = (async () => {
    while (!isOver) {
      const startedMs = performance.now();
      await ask('transaction/list?status=PENDING&limit=10');
      waits.push(performance.now() - startedMs);
      await sleep(20);
    }
  })();
  const startedMs = performance.now();
  const result = await work().finally(() => {
    isOver = true;
  });
  const tookMs = performance.now() - startedMs;
  await others;
  return {
    result,
    tookMs,
    othersMs: percentile(
      waits.sort((a, b) => a - b),
      0.99,
    ),
  };
}
