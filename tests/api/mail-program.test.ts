/** The program before a mail server that is down, hangs or is slow: requests keep their pace, and every mail arrives. */
import net from 'node:net';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { type Account, makeMember } from '../support/accounts.ts';
import { manual, PURCHASE, post } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';
import { type Received, type Smtp, type SmtpOptions, startSmtp } from '../support/smtp.ts';

const REQUESTS = 30;
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
/** Of the buyer alone: what admins are told of goes by the clock. */
const waiting = async (site: Site, { email }: Account): Promise<number> => {
  const rows = await site.database.platform
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'WAITING')
    .where('to_address', '=', email)
    .execute();
  return rows.length;
};
const receivedBy = ({ received }: Smtp, { email }: Account): Received[] =>
  received.filter(({ to }) => to.includes(email));

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
  const [, ofDown, ofHanging] = members as [Account, Account, Account];
  const times: number[][] = [[], [], []];
  // In turns, so that whatever else the machine does slows them alike.
  for (let round = 0; round < REQUESTS; round++)
    for (const [nth, site] of sites.entries()) times[nth]?.push(...(await submit(site, members[nth] as Account, 1)));
  const [right = 0, ...others] = times.map(median);
  process.stdout.write(
    `medians: mail well ${right.toFixed(1)} ms, down and hanging ${others.map((it) => it.toFixed(1))}\n`,
  );
  // Who waited for the mail server would wait for seconds; two processes of one busy machine differ by half.
  for (const it of others) expect(it).toBeLessThan(3 * right + 20);
  expect(await waiting(down, ofDown)).toBe(REQUESTS);
  expect(await waiting(hanging, ofHanging)).toBe(REQUESTS);
  const back = await smtp({ port: gone.port });
  await expect.poll(() => receivedBy(back, ofDown).length, { timeout: 70_000 }).toBe(REQUESTS);
  await expect.poll(() => waiting(down, ofDown)).toBe(0);
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
  await expect.poll(() => waiting(site, member), { timeout: 40_000 }).toBe(0);
  const perMail = new Map<string, number>();
  const deliveries = receivedBy(slow, member);
  for (const { mail } of deliveries) perMail.set(mail.messageId ?? '', (perMail.get(mail.messageId ?? '') ?? 0) + 1);
  const { rows } = await sql<{
    id: string;
  }>`SELECT message_id AS id FROM mails WHERE to_address = ${member.email}`.execute(first.database.platform);
  expect(rows).toHaveLength(30);
  expect([...perMail.keys()].sort()).toEqual(rows.map(({ id }) => id).sort());
  const doubles = deliveries.length - perMail.size;
  process.stdout.write(`${deliveries.length} deliveries of ${perMail.size} mails, ${crashes} crashes\n`);
  expect(doubles).toBeLessThanOrEqual(CRASHES);
}, 120_000);
