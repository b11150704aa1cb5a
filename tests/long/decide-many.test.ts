/**
 * Ten thousand racing approvals and rejections on two nodes, on a pool that is too small for all of them: nothing
 * exceeds the cap, nothing is decided twice, and the ledger equals the sold stock. `RACE_SEED` repeats the order of
 * an earlier run.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { reportFault } from '../support/faults.ts';
import { APPROVE, expectSums, leaveTokens, manual, PURCHASE, post, REJECT, sums, tally } from '../support/purchases.ts';
import { type Answer, type Site, startSite } from '../support/site.ts';

const DECISIONS = 10_000;
/** Decisions that race for each purchase. */
const RIVALS = 10;
const FITTING = DECISIONS / RIVALS;
const SUBMISSIONS = FITTING * 1.25;
/** Tokens of one order: 1000 rupees at 0.25. */
const TOKENS = 4000n;
const AT_ONCE = 48;
const SEED = Number(process.env.RACE_SEED ?? Date.now() % 2_147_483_647);

let site: Site;
let other: Site;
let companyId: string;
let admins: [Account, Account];
let members: Account[];
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  other = await startSite({ databaseUrl: site.databaseUrl ?? '', env: { RATE_LIMITS: 'off' } });
  companyId = await companyIdOf(site);
  admins = [await makeAdmin(site), await makeAdmin(site)];
  const referrer = await makeMember(site);
  members = [];
  // Every other buyer has a referrer: approvals then need more of the pool than was reserved.
  for (let n = 0; n < 20; n++) members.push(await makeMember(site, { referrerId: n % 2 ? referrer.id : null }));
});
afterAll(async () => {
  await other?.remove();
  await site?.remove();
});

/** Runs each job once, so many in parallel. */
async function race<T, R>(jobs: readonly T[], work: (job: T, nth: number) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < jobs.length) {
      const nth = next++;
      done.push(await work(jobs[nth] as T, nth));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return done;
}

/** @param far how many positions a job may move; the rivals of one purchase still meet */
function shuffledNearby<T>(jobs: readonly T[], far: number): T[] {
  const moves = fc.sample(fc.array(fc.nat(far), { minLength: jobs.length, maxLength: jobs.length }), {
    seed: SEED,
    numRuns: 1,
  })[0];
  return jobs
    .map((job, nth) => ({ job, position: nth + (moves?.[nth] ?? 0) }))
    .sort((a, b) => a.position - b.position)
    .map(({ job }) => job);
}

test(`${DECISIONS} decisions on ${FITTING} purchases, of ${SUBMISSIONS} submissions`, async () => {
  process.stdout.write(`RACE_SEED=${SEED}\n`);
  await leaveTokens(site, companyId, BigInt(FITTING) * TOKENS);
  const { entries: entriesBefore, credited: creditedBefore } = await sums(site, companyId);

  const ids: string[] = [];
  const submissions = await race(Array.from({ length: SUBMISSIONS }), async (_, nth) => {
    const answer = await post(nth % 2 ? site : other, PURCHASE, members[nth % members.length] as Account, manual());
    if (answer.status === 200) ids.push(answer.body.data.id);
    return answer;
  });
  expect(tally(submissions)).toEqual({ 200: FITTING, 409: SUBMISSIONS - FITTING });
  expect((await expectSums(site, companyId)).held).toBe(BigInt(FITTING) * TOKENS);

  interface Decision {
    readonly id: string;
    readonly act: string;
    readonly by: Account;
    readonly at: Site;
  }
  const decisions = ids.flatMap((id, nth) =>
    Array.from({ length: RIVALS }, (_, rival): Decision => {
      const isApproval = (nth + rival) % 3 !== 0;
      return {
        id,
        act: isApproval ? APPROVE : REJECT,
        by: admins[rival % 2] as Account,
        at: rival % 4 < 2 ? site : other,
      };
    }),
  );
  const won = new Map<string, string[]>();
  const startMs = performance.now();
  const answers = await race(shuffledNearby(decisions, 3 * RIVALS), async ({ id, act, by, at }): Promise<Answer> => {
    const answer = await post(at, act, by, { id });
    if (answer.status === 200) won.set(id, [...(won.get(id) ?? []), answer.body.data.status]);
    else expect(answer.body.message).toBe('Purchase request has already been processed.');
    return answer;
  });
  const tookMs = Math.round(performance.now() - startMs);
  expect(answers).toHaveLength(DECISIONS);
  expect(tally(answers)).toEqual({ 200: FITTING, 409: DECISIONS - FITTING });

  const rows = await site.database.platform
    .selectFrom('purchases')
    .select(['id', 'status', 'quantity'])
    .where('id', 'in', ids)
    .execute();
  expect(rows.map(({ id }) => [id, won.get(id)])).toEqual(rows.map(({ id, status }) => [id, [status]]));
  const bought = rows.filter(({ status }) => status === 'APPROVED');
  expect(Math.min(bought.length, rows.length - bought.length)).toBeGreaterThan(FITTING / 10);
  const entries = await site.database.platform
    .selectFrom('stock_entries')
    .select(['source_id', 'kind', 'quantity'])
    .where('source_id', 'in', ids)
    .execute();
  const ofKind = (kind: string) => entries.filter((it) => it.kind === kind);
  expect(
    ofKind('PURCHASE')
      .map((it) => it.source_id)
      .sort(),
  ).toEqual(bought.map(({ id }) => id).sort());
  const sold = bought.reduce((sum, { quantity }) => sum + quantity, 0n);
  const rewards = ofKind('REWARD').reduce((sum, { quantity }) => sum + quantity, 0n);
  expect(rewards).toBeGreaterThan(0n);
  const after = await expectSums(site, companyId);
  expect([after.held, after.credited - creditedBefore, after.entries - entriesBefore]).toEqual([
    0n,
    sold + rewards,
    BigInt(entries.length),
  ]);
  const decided = await site.database.platform
    .selectFrom('audit_entries')
    .select('subject_id')
    .where('subject_id', 'in', ids)
    .where('action', 'in', ['purchase.approve', 'purchase.reject'])
    .execute();
  expect(decided).toHaveLength(FITTING);
  reportFault(
    '10,000 racing approvals and rejections on two nodes',
    `${answers.length} in ${tookMs} ms, ${FITTING} decided once, 0 over the cap, ledger = sold`,
  );
}, 900_000);
