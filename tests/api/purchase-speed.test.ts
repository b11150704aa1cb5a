import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { APPROVE, expectSums, manual, PURCHASE, post, tally } from '../support/purchases.ts';
import { type Answer, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
});
afterAll(() => site?.remove());

const WRITERS = 32;
const CALLS = 1600;

/** Runs the calls with so many under way at once. @returns calls a second, and the time of the slowest hundredth in ms */
async function paced(calls: (() => Promise<Answer>)[]): Promise<{ answers: Answer[]; perSecond: number; p99: number }> {
  const answers: Answer[] = [];
  const times: number[] = [];
  const started = performance.now();
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let call = calls[next++]; call; call = calls[next++]) {
      const at = performance.now();
      answers.push(await call());
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, worker));
  const perSecond = calls.length / ((performance.now() - started) / 1000);
  times.sort((a, b) => a - b);
  return { answers, perSecond, p99: times[Math.floor(times.length * 0.99)] ?? 0 };
}

/** The figure depends on the machine and on what else runs on it, so it is printed and not judged. */
it('submits and approves durably, and says how fast', { timeout: 180_000 }, async () => {
  const admin = await makeAdmin(site);
  const members = await Promise.all(Array.from({ length: 40 }, () => makeMember(site)));
  const submit = (i: number) => () => post(site, PURCHASE, members[i % members.length] as Account, manual());
  await paced(Array.from({ length: 100 }, (_, i) => submit(i)));
  const sent = await paced(Array.from({ length: CALLS }, (_, i) => submit(i)));
  expect(tally(sent.answers)).toEqual({ 200: CALLS });
  const decided = await paced(
    sent.answers.map((answer) => () => post(site, APPROVE, admin, { id: answer.body.data.id })),
  );
  expect(tally(decided.answers)).toEqual({ 200: CALLS });
  for (const [what, { perSecond, p99 }] of [
    ['submissions', sent],
    ['approvals', decided],
  ] as const)
    process.stdout.write(`${what}: ${perSecond.toFixed(0)} a second, p99 ${p99.toFixed(0)} ms, ${WRITERS} at once\n`);
  await expectSums(site, await companyIdOf(site));
});
