import type { Answer } from './site.ts';

const TRIES_MAX = 20;

/**
 * Repeats a call that is refused for lack of room (503): on a slow machine parallel sign-ins and hashes wait too long. A sign-in that
 * is refused so counts for no limit.
 */
export async function whenRoom(call: () => Promise<Answer>): Promise<Answer> {
  let answer = await call();
  for (let tries = 1; answer.status === 503 && tries < TRIES_MAX; tries++) answer = await call();
  return answer;
}
