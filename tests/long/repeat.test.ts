/**
 * Every write that is sent three times, in any order, on two nodes, and once more after both have restarted, has the
 * effect of sending it once. So does a write whose connection is cut between the commit and the response.
 * `REPEAT_SEED` repeats an order.
 */
import net from 'node:net';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember, makeSuper, PASSWORD } from '../support/accounts.ts';
import { NEW_ACCOUNT } from '../support/approvals.ts';
import { otherSymbol } from '../support/brand.ts';
import { freshCode, registration } from '../support/codes.ts';
import { reportFault } from '../support/faults.ts';
import { APPROVE, expectSums, manual, PURCHASE, REJECT, REVERSE, upi } from '../support/purchases.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

const SEED = Number(process.env.REPEAT_SEED ?? Date.now() % 2_147_483_647);
const ENV = { RATE_LIMITS: 'off' };

const sites: Site[] = [];
async function start(like?: Site): Promise<Site> {
  const site = await startSite({
    env: ENV,
    ...(like && { databaseUrl: like.databaseUrl ?? '', dataDir: like.dataDir }),
  });
  sites.push(site);
  return site;
}
afterEach(async () => {
  // The first one owns the database.
  for (const site of sites.splice(0).reverse()) await site.remove();
});

interface Write {
  readonly method: string;
  readonly path: string;
  readonly who: Account | null;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

interface People {
  readonly buyer: Account;
  readonly changer: Account;
  readonly blocked: Account;
  readonly leaver: Account;
  readonly mover: Account;
  readonly admin: Account;
  readonly boss: Account;
}

const send = (site: Site, { method, path, who, body, headers = {} }: Write): Promise<Answer> =>
  site.call(method, path, { body, ip: freshIp(), headers, ...(who && { token: who.token }) });

/** A full node answers 503, has done nothing, and asks to be sent the same again. */
async function sendWhenFree(site: Site, write: Write): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await send(site, write);
    if (answer.status !== 503 || tries === 30) return answer;
    await new Promise((done) => setTimeout(done, 500));
  }
}

async function peopleOf(site: Site): Promise<People> {
  const referrer = await makeMember(site, { email: 'referrer@example.com' });
  const member = (name: string): Promise<Account> =>
    makeMember(site, { name, email: `${name}@example.com`, referrerId: referrer.id });
  return {
    buyer: await member('buyer'),
    changer: await member('changer'),
    blocked: await member('blocked'),
    leaver: await member('leaver'),
    mover: await member('mover'),
    admin: await makeAdmin(site, { email: 'second-admin@example.com' }),
    boss: await makeSuper(site, { email: 'boss@example.com' }),
  };
}

const COMPANY = {
  companyName: 'Acorn Works Private Limited',
  companyTitle: 'Acorn pre-launch sale',
  tokenName: 'Acorn',
  initialPrice: '0.50',
  totalSupply: '1000',
  privateSupply: '300',
  publicCellSupply: '500',
  angelInvestorSupply: '100',
  founderTeamSupply: '75',
  airdropSupply: '25',
  email: 'office@acorn.example',
  mobile: '9876543210',
  companyAadhaarCard: '234123412346',
  companyPan: 'ABCCE1234F',
  companyAddress: '1 Example Road, Pune',
  companyPincode: '411001',
};

/**
 * Writes without preconditions: six submissions of each payment method, and a change of everything else that people
 * change.
 */
async function firstWrites(site: Site, people: People): Promise<Write[]> {
  const { buyer, changer, blocked, leaver, mover, admin, boss } = people;
  const orders: Write[] = [];
  for (let nth = 0; nth < 6; nth++) {
    const reference = `70000000000${nth}`;
    const purchaseId = `PUR-00000${nth}`;
    const body = nth % 2 ? await upi(site, buyer, { purchaseId, referenceNumber: reference }) : manual({ purchaseId });
    const headers = nth < 4 ? { 'Idempotency-Key': `order-${nth}` } : {};
    orders.push({ method: 'POST', path: PURCHASE, who: buyer, body, headers });
  }
  const code = await freshCode(site, 'register', 'newcomer@example.com');
  const put = (path: string, who: Account, body: object): Write => ({
    method: 'PUT',
    path: `/api/v1/${path}`,
    who,
    body,
  });
  const post = (path: string, who: Account | null, body: object): Write => ({
    method: 'POST',
    path: `/api/v1/${path}`,
    who,
    body,
  });
  const person = { name: 'Meera Iyer', mobile: '9876543211', email: 'meera@example.com', role: 'USER' };
  return [
    ...orders,
    post('user/auth/register', null, registration('newcomer@example.com', code)),
    put('user/auth/profile/update', changer, { name: 'Asha Kumari', pincode: '560037', password: PASSWORD }),
    put('user/auth/password/update', mover, { password: PASSWORD, newPassword: 'another lantern 43' }),
    post('user/auth/deletion/request', leaver, { password: PASSWORD }),
    post('admin/auth/add', admin, { ...person, password: 'harbour 44 lights' }),
    put('admin/auth/update', admin, { id: buyer.id, isApproved: true }),
    put('admin/member/status', admin, { id: blocked.id, status: 'BLOCKED' }),
    put('admin/settings/update', admin, { version: 1, notice: 'Open until March.', password: PASSWORD }),
    post('admin/beneficiary/add', admin, { ...NEW_ACCOUNT, password: PASSWORD }),
    post('superadmin/company/add', boss, { ...COMPANY, tokenSymbol: otherSymbol('GLC') }),
    post('superadmin/company/pause', boss, { id: buyer.companyId, reason: 'The bank is closed today.' }),
  ];
}

/** Decisions on the orders, and the reversal of one of them. */
function laterWrites({ admin }: People, ids: readonly string[]): [Write[], Write[]] {
  const decide = (path: string, nth: number, more: object = {}): Write => ({
    method: 'POST',
    path,
    who: admin,
    body: { id: ids[nth], ...more },
  });
  return [
    [
      ...[0, 1, 4].map((nth) => decide(APPROVE, nth)),
      // Orders with a key: one without that is sent again after its rejection is a new one.
      ...[2, 3].map((nth) => decide(REJECT, nth, { reason: 'No such payment' })),
    ],
    [decide(REVERSE, 0, { reason: 'Charged back' })],
  ];
}

/** The resulting state, without ids and times, and without the mails that depend on the clock. */
async function outcome(site: Site): Promise<unknown> {
  const db = site.database.platform;
  const list = async (query: ReturnType<typeof sql<{ text: string }>>) =>
    (await query.execute(db)).rows.map(({ text }) => text);
  return {
    purchases: await list(
      sql`SELECT order_number || ' ' || status || ' ' || quantity AS text FROM purchases ORDER BY 1`,
    ),
    entries: await list(
      sql`SELECT u.email || ' ' || e.kind || ' ' || e.quantity AS text
        FROM stock_entries e JOIN users u ON u.id = e.user_id ORDER BY 1`,
    ),
    people: await list(
      sql`SELECT concat_ws(' ', email, name, pincode, status, is_approved, deletion_requested_at IS NOT NULL) AS text
        FROM users ORDER BY 1`,
    ),
    companies: await list(
      sql`SELECT concat_ws(' ', token_symbol, notice, settings_version, version, paused_at IS NOT NULL) AS text FROM companies ORDER BY 1`,
    ),
    accounts: await list(sql`SELECT concat_ws(' ', account_number, version) AS text FROM beneficiaries ORDER BY 1`),
    // The task that counts holds records what it corrects, if the run lasts until its turn.
    trail: await list(
      sql`SELECT action || ' ' || count(*) AS text FROM audit_entries
        WHERE action <> 'row.record' OR after -> 'tables' <> '["purchases"]' GROUP BY action ORDER BY 1`,
    ),
    mails: await list(
      sql`SELECT to_address || ' ' || kind || ' ' || count(*) AS text FROM mails
        WHERE kind <> 'purchases-waiting' GROUP BY to_address, kind ORDER BY 1`,
    ),
  };
}

/** Sends each write `times` times in the order of the seed, half of them to each node, eight in parallel. */
async function sendAll(nodes: readonly Site[], writes: readonly Write[], times: number): Promise<Map<Write, Answer[]>> {
  const all = Array.from({ length: times }, () => writes).flat();
  const [order = []] = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), { seed: SEED, numRuns: 1 });
  const answers = new Map<Write, Answer[]>();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < order.length) {
      const nth = next++;
      const write = order[nth] as Write;
      const answer = await sendWhenFree(nodes[nth % nodes.length] as Site, write);
      expect(answer.status, `${write.path} ${answer.text.slice(0, 200)}`).toBeLessThan(500);
      answers.set(write, [...(answers.get(write) ?? []), answer]);
    }
  };
  await Promise.all(Array.from({ length: times === 1 ? 1 : 8 }, worker));
  return answers;
}

async function runAll(times: number, restarts: boolean): Promise<unknown> {
  const first = await start();
  const nodes = times === 1 ? [first] : [first, await start(first)];
  const people = await peopleOf(first);
  const orders = await firstWrites(first, people);
  // The pause stops submissions, so it comes after them.
  const pause = orders.splice(-1);
  const sent: Write[] = [];
  const round = async (writes: readonly Write[]): Promise<Map<Write, Answer[]>> => {
    const answers = await sendAll(nodes, writes, times);
    for (const [{ path, body }, all] of answers)
      expect(
        all.some(({ status }) => status < 300),
        `${path} ${JSON.stringify(body)} ${all[0]?.text.slice(0, 300)}`,
      ).toBe(true);
    sent.push(...writes);
    return answers;
  };
  const answers = await round(orders);
  await round(pause);
  const ids = orders.filter(({ path }) => path === PURCHASE).map((it) => answers.get(it)?.[0]?.body.data?.id);
  for (const writes of laterWrites(people, ids)) await round(writes);
  if (restarts) {
    const again = [await start(first), await start(first)];
    for (const node of nodes) await node.stop();
    await sendAll(again, sent, 1);
  }
  await expectSums(first, people.buyer.companyId);
  return outcome(first);
}

test('three times, in any order, and again after a restart: the state equals that of one call', async () => {
  process.stdout.write(`REPEAT_SEED=${SEED}\n`);
  const once = await runAll(1, false);
  expect(once).toMatchObject({ purchases: expect.any(Array), entries: expect.any(Array) });
  expect((once as { purchases: string[] }).purchases).toHaveLength(6);
  expect(await runAll(3, true)).toEqual(once);
  reportFault(
    'every write three times, in any order, and after a restart',
    'the state of the database equals that of one call',
  );
}, 600_000);

describe('a connection that is cut between the commit and the response', () => {
  /** Forwards requests, and cuts the connection when the response comes. */
  async function cutter(site: Site): Promise<{ port: number; cuts: () => number; close: () => void }> {
    let cuts = 0;
    const server = net.createServer((near) => {
      const far = net.connect(site.port, '127.0.0.1');
      near.pipe(far);
      far.once('data', () => {
        cuts++;
        near.destroy();
        far.destroy();
      });
      for (const socket of [near, far]) socket.on('error', () => {});
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as net.AddressInfo;
    return { port, cuts: () => cuts, close: () => server.close() };
  }

  test('a retry of the client doubles nothing', async () => {
    const site = await start();
    const proxy = await cutter(site);
    const [buyer, admin] = [await makeMember(site), await makeAdmin(site)];
    const sendUntilAnswered = async (write: Write): Promise<Answer> => {
      const { method, path, who, body, headers } = write;
      const lost = fetch(`http://127.0.0.1:${proxy.port}${path}`, {
        method,
        body: JSON.stringify(body),
        headers: {
          ...headers,
          'Content-Type': 'application/json',
          'X-Forwarded-Host': `localhost:${site.port}`,
          Authorization: who?.token ?? '',
        },
      });
      await expect(lost).rejects.toThrow(TypeError);
      return send(site, write);
    };
    const writes = 20;
    for (let nth = 0; nth < writes; nth++) {
      const body = nth % 2 ? await upi(site, buyer) : manual();
      const headers = nth % 3 ? { 'Idempotency-Key': `cut-${nth}` } : {};
      const order = await sendUntilAnswered({ method: 'POST', path: PURCHASE, who: buyer, body, headers });
      expect([order.status, order.body.data.orderNumber]).toEqual([200, body.purchaseId]);
      const { id } = order.body.data;
      const decided = await sendUntilAnswered({
        method: 'POST',
        path: nth % 4 ? APPROVE : REJECT,
        who: admin,
        body: { id },
      });
      // The client learns that it is done: by a 409 that changes nothing.
      expect(decided.status).toBe(409);
    }
    const profile = { name: 'Asha Kumari', password: PASSWORD };
    const changed = { method: 'PUT', path: '/api/v1/user/auth/profile/update', who: buyer, body: profile };
    expect((await sendUntilAnswered(changed)).status).toBe(200);
    expect(proxy.cuts()).toBe(2 * writes + 1);
    proxy.close();
    const { rows } = await sql<{ purchases: number; decided: number; entries: number; trail: number; mails: number }>`
      SELECT (SELECT count(*)::int FROM purchases) AS purchases,
        (SELECT count(*)::int FROM purchases WHERE status <> 'PENDING') AS decided,
        (SELECT count(*)::int FROM stock_entries) AS entries,
        (SELECT count(*)::int FROM audit_entries WHERE action LIKE 'purchase.%') AS trail,
        (SELECT count(*)::int FROM mails WHERE to_address = ${buyer.email}) AS mails`.execute(site.database.platform);
    reportFault(
      'the connection is cut between commit and answer',
      `${proxy.cuts()} cuts, ${rows[0]?.purchases} purchases, ${rows[0]?.decided} decisions, 0 doubled`,
    );
    expect(rows[0]).toEqual({ purchases: 20, decided: 20, entries: 15, trail: 40, mails: 40 });
    await expectSums(site, buyer.companyId);
  });
});
