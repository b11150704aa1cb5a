/** The program before a mail server that is down, hangs or is slow: requests keep their pace, and every mail arrives. */
import net from 'node:net';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { type Account, makeMember } from '../support/accounts.ts';
import { manual, PURCHASE, post } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';
import { type SmtpOptions, startSmtp } from '../support/smtp.ts';

const REQUESTS = 40;
const CRASHES = 3;

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(smtpUrl: string, like?: Site): Promise<Site> {
  const site = await startSite({
    env: { SMTP_URL: smtpUrl, RATE_LIMITS: 'off' },
    ...(like && { databaseUrl: like.databaseUrl ?? '', dataDir: like.dataDir }),
  });
  ends.push(() => site.remove());
  return site;
}

async function smtp(options?: SmtpOptions) {
  const server = await startSmtp(options);
  ends.push(() => server.stop());
  return server;
}

/** Each a mail to its buyer. @returns milliseconds of each */
async function submit(site: Site, member: Account, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let nth = 0; nth < count; nth++) {
    const startMs = performance.now();
    expect((await post(site, PURCHASE, member, manual())).status).toBe(200);
    times.push(performance.now() - startMs);
  }
  return times;
}
const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Infinity;
const waiting = async (site: Site): Promise<number> =>
  (await site.database.platform.selectFrom('mails').select('id').where('state', '=', 'WAITING').execute()).length;

test('a server that is down or takes a connection and says nothing slows no request, and gets every mail when it is back', async () => {
  const well = await smtp();
  const hung = net.createServer(() => {});
  await new Promise<void>((ready) => hung.listen(0, '127.0.0.1', ready));
  const hungPort = (hung.address() as net.AddressInfo).port;
  const gone = await startSmtp();
  await gone.stop();
  const first = await start(well.url);
  const down = await start(gone.url);
  const hanging = await start(`smtp://127.0.0.1:${hungPort}`);
  const sites = [first, down, hanging];
  const members = await Promise.all(sites.map((site) => makeMember(site)));
  const times: number[][] = [[], [], []];
  // In turns, so that whatever else the machine does slows them alike.
  for (let round = 0; round < REQUESTS; round++)
    for (const [nth, site] of sites.entries()) times[nth]?.push(...(await submit(site, members[nth] as Account, 1)));
  const [right = 0, ...others] = times.map(median);
  process.stdout.write(
    `medians: mail well ${right.toFixed(1)} ms, down and hanging ${others.map((it) => it.toFixed(1))}\n`,
  );
  for (const it of others) expect(it).toBeLessThan(1.5 * right + 10);
  expect(await waiting(down)).toBe(REQUESTS);
  expect(await waiting(hanging)).toBe(REQUESTS);
  const back = await smtp({ port: gone.port });
  await expect.poll(() => back.received.length, { timeout: 40_000 }).toBe(REQUESTS);
  await expect.poll(() => waiting(down)).toBe(0);
  await new Promise((done) => hung.close(done).unref());
}, 120_000);

test(`the program is killed ${CRASHES} times while mails are under way: each arrives, and doubles at most once a crash`, async () => {
  const slow = await smtp({ accept: () => new Promise((done) => setTimeout(() => done(null), 150)) });
  const first = await start(slow.url);
  const member = await makeMember(first);
  let site = first;
  let crashes = 0;
  await submit(site, member, 30);
  for (; crashes < CRASHES; crashes++) {
    const before = slow.received.length;
    await expect.poll(() => slow.received.length, { interval: 5 }).toBeGreaterThan(before + 2);
    await site.kill();
    // As if the time for which the dead program had taken them were over.
    await sql`UPDATE mails SET next_attempt_at = now() WHERE state = 'WAITING'`.execute(first.database.platform);
    site = await start(slow.url, first);
  }
  await expect.poll(() => waiting(site), { timeout: 40_000 }).toBe(0);
  const perMail = new Map<string, number>();
  for (const { mail } of slow.received) perMail.set(mail.messageId ?? '', (perMail.get(mail.messageId ?? '') ?? 0) + 1);
  const { rows } = await sql<{ id: string }>`SELECT message_id AS id FROM mails`.execute(first.database.platform);
  expect(rows).toHaveLength(30);
  expect([...perMail.keys()].sort()).toEqual(rows.map(({ id }) => id).sort());
  const doubles = slow.received.length - perMail.size;
  process.stdout.write(`${slow.received.length} deliveries of ${perMail.size} mails, ${crashes} crashes\n`);
  expect(Math.max(...perMail.values())).toBeLessThanOrEqual(1 + CRASHES);
  // Four are under way at once; what was accepted and not yet noted goes again.
  expect(doubles).toBeLessThanOrEqual(4 * CRASHES);
}, 120_000);
