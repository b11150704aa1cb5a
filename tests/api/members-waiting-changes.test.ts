/** A waiting change of an account keeps out nobody else's for long, and one admin does not flood the others with mails. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MESSAGES_PER_HOUR_MAX, PROPOSALS_PER_HOUR_MAX } from '@/lib/approvals/pace/rules.ts';
import { type Account, companyIdOf, makeAdmin, makeMember, seasonAdmins } from '../support/accounts.ts';
import { addApp } from '../support/factors.ts';
import { callsOf, mailsTo, newPerson, trailAbout, userRow } from '../support/members.ts';
import { manual, post, submitted } from '../support/purchases.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

const CHANGES = '/api/v1/admin/member/changes';
let site: Site;
let companyId: string;
let x: Account;
let y: Account;
let z: Account;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
});
afterAll(() => site?.remove());
beforeEach(async () => {
  await sql`UPDATE approvals SET state = 'EXPIRED', decided_at = now() WHERE state = 'OPEN'`.execute(
    site.database.platform,
  );
  // Each admin is mailed what the others change.
  await sql`UPDATE users SET role = 'USER' WHERE role = 'ADMIN'`.execute(site.database.platform);
  [x, y, z] = [await makeAdmin(site), await makeAdmin(site), await makeAdmin(site)];
  await seasonAdmins(site, [x.id, y.id, z.id]);
  await sql`UPDATE companies SET two_admins_for_accounts = true WHERE id = ${companyId}`.execute(
    site.database.platform,
  );
});

const decide = (who: Account, verb: string, id: string): Promise<Answer> =>
  post(site, `${CHANGES}/${verb}`, who, { id });
const openOf = async (id: string): Promise<{ id: string; proposed_by: string } | undefined> =>
  site.database.platform
    .selectFrom('approvals')
    .select(['id', 'proposed_by'])
    .where('subject_id', '=', id)
    .where('state', '=', 'OPEN')
    .executeTakeFirst();
const openIdOf = async (id: string): Promise<string> => (await openOf(id))?.id ?? expect.fail('a change waits');
const change = async (by: Account, id: string, more: object): Promise<Answer> => {
  const { name, mobile, email, role } = (await userRow(site, id)) ?? {};
  return callsOf(site, by).update({ id, name, mobile, email, role, ...more });
};
const stateOf = ({ body }: Answer) => body.data?.state;
const readdressed = (by: Account, id = by.id) => change(by, id, { email: `own.${by.email}` });
/** Changes of an account that one admin can propose. */
const CHANGES_OF: Readonly<Record<string, (by: Account, id: string) => Promise<Answer>>> = {
  demotion: (by, id) => change(by, id, { role: 'USER' }),
  block: (by, id) => callsOf(site, by).setStatus(id, 'BLOCKED'),
  deactivation: (by, id) => change(by, id, { status: 'INACTIVE' }),
  deletion: (by, id) => callsOf(site, by).remove(id),
  'new address': (by, id) => change(by, id, { email: `given.${id}@example.com` }),
  'removal of factors': (by, id) => post(site, '/api/v1/admin/member/factors/reset', by, { id }),
};

describe.each(Object.entries(CHANGES_OF))('a %s that another admin proposes', (name, propose) => {
  beforeEach(async () => {
    if (name === 'removal of factors') await addApp(site, x);
  });

  it('takes the place of a change that the subject proposed, recorded and mailed, and can be confirmed', async () => {
    expect(stateOf(await readdressed(x))).toBe('waiting');
    const own = await openIdOf(x.id);
    expect(stateOf(await propose(y, x.id))).toBe('waiting');
    const theirs = await openOf(x.id);
    expect(theirs?.proposed_by).toBe(y.id);
    const { rows } = await sql`SELECT state, change, decided_by FROM approvals WHERE id = ${own}`.execute(
      site.database.platform,
    );
    expect(rows).toEqual([{ state: 'EXPIRED', change: {}, decided_by: null }]);
    for (const admin of [x, y, z]) expect(await mailsTo(site, admin.email)).toContain('admin-outdated');
    expect((await trailAbout(site, x.id)).map(({ action }) => action)).toContain('user.outdate');
    expect((await readdressed(x)).status).toBe(409);
    expect((await decide(z, 'confirm', theirs?.id ?? '')).status).toBe(200);
  });

  it('gets in while the subject repeats a change of the own account', async () => {
    let isOver = false;
    const hammer = async () => {
      while (!isOver) await readdressed(x);
    };
    const loops = [hammer(), hammer(), hammer()];
    await new Promise((done) => setTimeout(done, 300));
    const answer = await propose(y, x.id);
    isOver = true;
    await Promise.all(loops);
    expect([answer.status, stateOf(answer)]).toEqual([200, 'waiting']);
    expect((await openOf(x.id))?.proposed_by).toBe(y.id);
  });

  it('is not blocked a second time by another admin’s, refused or withdrawn', async () => {
    for (const [verb, by] of [
      ['refuse', z],
      ['withdraw', y],
    ] as const) {
      const fellow = await makeAdmin(site);
      if (name === 'removal of factors') await addApp(site, fellow);
      expect(stateOf(await readdressed(y, fellow.id))).toBe('waiting');
      expect((await propose(z, fellow.id)).status).toBe(409);
      expect((await decide(by, verb, await openIdOf(fellow.id))).status).toBe(200);
      for (const again of [readdressed, (who: Account, id?: string) => propose(who, id ?? '')]) {
        const answer = await again(y, fellow.id);
        expect([answer.status, answer.body.message]).toEqual([
          429,
          expect.stringMatching(/^Your last change of this account .* in (60|59) minutes\./),
        ]);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3500);
      }
      expect(stateOf(await propose(z, fellow.id))).toBe('waiting');
      expect((await decide(z, 'withdraw', await openIdOf(fellow.id))).status).toBe(200);
      await sql`UPDATE approvals SET decided_at = decided_at - interval '61 minutes' WHERE subject_id = ${fellow.id}`.execute(
        site.database.platform,
      );
      expect(stateOf(await propose(y, fellow.id))).toBe('waiting');
    }
  });
});

describe('the subject of a change', () => {
  it.each(['demotion', 'block', 'deactivation', 'deletion'])('can’t refuse a %s of the own account', async (name) => {
    expect(stateOf((await CHANGES_OF[name]?.(y, x.id)) ?? expect.fail())).toBe('waiting');
    const id = await openIdOf(x.id);
    const { status, body } = await decide(x, 'refuse', id);
    expect([status, body.message]).toEqual([403, 'This change takes your own access. Another admin has to refuse it.']);
    expect(await openIdOf(x.id)).toBe(id);
    expect((await decide(z, 'refuse', id)).status).toBe(200);
  });

  it('refuses another address, which leaves the admin who proposed it without a pause', async () => {
    expect(stateOf((await CHANGES_OF['new address']?.(y, x.id)) ?? expect.fail())).toBe('waiting');
    expect((await decide(x, 'refuse', await openIdOf(x.id))).status).toBe(200);
    expect(stateOf(await change(y, x.id, { role: 'USER' }))).toBe('waiting');
  });

  it('does not refuse by an admin who has access from them with a pause for others', async () => {
    await sql`UPDATE users SET sponsors = ARRAY[${x.id}]::uuid[] WHERE id = ${z.id}`.execute(site.database.platform);
    for (let n = 0; n < 3; n++) {
      expect(stateOf(await change(y, x.id, { role: 'USER' }))).toBe('waiting');
      expect((await decide(z, 'refuse', await openIdOf(x.id))).status).toBe(200);
    }
  });

  it('does not take the place of what others proposed', async () => {
    expect(stateOf(await change(y, x.id, { role: 'USER' }))).toBe('waiting');
    expect((await readdressed(x)).status).toBe(409);
    expect((await openOf(x.id))?.proposed_by).toBe(y.id);
  });
});

describe('in an hour', () => {
  const rowsOf = (kind: string, count: number) =>
    sql`INSERT INTO approvals (company_id, kind, change, proposed_by, proposed_at, expires_at, state, decided_by, decided_at)
      SELECT ${companyId}, ${kind}, '{}', ${x.id}, now() - interval '30 minutes', now() + interval '1 hour', 'WITHDRAWN', ${x.id}, now()
      FROM generate_series(1, ${count}::int)`.execute(site.database.platform);
  const waitingOf = async (kind: string): Promise<number> =>
    Number(
      (
        await sql<{
          n: string;
        }>`SELECT count(*) AS n FROM approvals WHERE proposed_by = ${x.id} AND kind = ${kind}`.execute(
          site.database.platform,
        )
      ).rows[0]?.n,
    );

  it('an admin proposes 30 changes, whatever they are, with parallel ones', async () => {
    const member = await makeMember(site);
    await submitted(site, member, manual());
    await rowsOf('admin.add', PROPOSALS_PER_HOUR_MAX - 5);
    const calls = Array.from({ length: 12 }, (_, n) =>
      n % 2 ? callsOf(site, x).add(newPerson({ role: 'ADMIN' })) : callsOf(site, x).setStatus(member.id, 'BLOCKED'),
    );
    const answers = await Promise.all(calls);
    const mailsBefore = (await mailsTo(site, z.email)).length;
    const [other] = [await callsOf(site, x).add(newPerson({ role: 'ADMIN' }))];
    expect(other.status).toBe(429);
    expect(Number(other.headers.get('retry-after'))).toBeGreaterThan(1700);
    expect(answers.filter((answer) => stateOf(answer) === 'waiting')).toHaveLength(5);
    expect((await mailsTo(site, z.email)).length).toBe(mailsBefore);
    expect(stateOf(await callsOf(site, y).add(newPerson({ role: 'ADMIN' })))).toBe('waiting');
    await sql`UPDATE approvals SET proposed_at = proposed_at - interval '31 minutes' WHERE proposed_by = ${x.id}`.execute(
      site.database.platform,
    );
    expect(stateOf(await callsOf(site, x).add(newPerson({ role: 'ADMIN' })))).toBe('waiting');
  });

  it('and 200 messages to buyers, which count apart', async () => {
    const { id } = await submitted(site, await makeMember(site), manual());
    await rowsOf('admin.add', PROPOSALS_PER_HOUR_MAX);
    await rowsOf('message.send', MESSAGES_PER_HOUR_MAX - 1);
    const write = () =>
      site.call('POST', '/api/v1/admin/transaction/messages/add', {
        token: x.token,
        ip: freshIp(),
        body: { id, text: 'Please write to us when the bank has answered you.' },
      });
    expect([(await write()).status, (await write()).status]).toEqual([201, 429]);
    expect(await waitingOf('message.send')).toBe(MESSAGES_PER_HOUR_MAX);
  });
});
