/** Submissions with proof and their approvals over HTTP, each durable when it is answered. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Bench } from './bench.ts';
import { type Answer, closedLoop, openLoop, type Paced, request } from './client.ts';
import { openSessions, type Person } from './people.ts';
import { ms, perSecond, type Row } from './rows.ts';
import { siteCompany } from './seed.ts';

const MEMBERS = 200;
/** Enough to keep the connection pool busy; more would only wait for it. */
const AT_ONCE = 16;

interface Measured {
  readonly next: () => Buffer;
  readonly onAnswer?: (answer: Answer) => void;
  /** How many more requests can be made. */
  readonly left: () => number;
}

interface Figures {
  /** 16 clients, each of which sends its next request after an answer. */
  readonly full: Paced;
  /** At half that rate, after the mails of the full rate have been sent. */
  readonly half: Paced;
}

/** Enough for about twenty answers beyond the p99. */
const HALF_SECONDS = 20;
const MAILS_MINUTES_MAX = 5;

/** Waits until no mail waits: sending what the full rate left would slow down its half. */
async function waitForMails(client: pg.Client): Promise<void> {
  const endMs = performance.now() + MAILS_MINUTES_MAX * 60_000;
  while (performance.now() < endMs) {
    const { rows } = await client.query(`SELECT 1 FROM mails WHERE state = 'WAITING' LIMIT 1`);
    if (rows.length === 0) return;
    await sleep(100);
  }
  throw new Error(`Mails still wait after ${MAILS_MINUTES_MAX} minutes.`);
}

async function measureSubmissions(
  bench: Bench,
  count: number,
): Promise<{ submitted: Figures; approved: Figures; insertsPerSecond: number }> {
  const { url, client } = await bench.makeDatabase('submissions');
  const before = await insertRows(client, url);
  const program = await bench.serve({ databaseUrl: url });
  const { port } = program;
  const company = await siteCompany(client);
  const members = await openSessions(client, company, 'member', MEMBERS);
  const [admin] = await openSessions(client, company, 'admin', 1);
  const proofs = 4 * count;
  const submission = submissionsOf(port, members, await insertProofs(client, company, members, proofs));
  const ids: string[] = [];
  let submissions = 0;
  const submit = () => submission(submissions++);
  const keep = (answer: Answer): void => void ids.push(JSON.parse(answer.body.toString()).data?.id);
  let approvals = 0;
  const approve = (): Buffer =>
    request('POST', '/api/v1/admin/transaction/approve', port, {
      headers: { Authorization: admin?.secret ?? '' },
      body: { id: ids[approvals++] },
    });
  const measure = async ({
    next,
    onAnswer = () => {},
    left = () => Number.POSITIVE_INFINITY,
  }: Measured): Promise<Figures> => {
    await closedLoop({ port, atOnce: AT_ONCE, requests: Math.min(400, count), next, onAnswer });
    const full = await closedLoop({ port, atOnce: AT_ONCE, requests: count, next, onAnswer });
    await waitForMails(client);
    const rate = full.perSecond / 2;
    const half = await openLoop({ port, rate, seconds: Math.min(HALF_SECONDS, left() / rate), next, onAnswer });
    for (const { unexpected } of [full, half])
      if (unexpected.size > 0) throw new Error(`unexpected answers: ${JSON.stringify([...unexpected])}`);
    return { full, half };
  };
  const submitted = await measure({ next: submit, onAnswer: keep, left: () => proofs - submissions });
  const approved = await measure({ next: approve, left: () => ids.length - approvals });
  await program.stop();
  const insertsPerSecond = (before + (await insertRows(client, url))) / 2;
  return { submitted, approved, insertsPerSecond };
}

const INSERT_SECONDS = 3;

/** The peer: durable inserts of single rows a second, by as many plain connections to the same database. */
async function insertRows(owner: pg.Client, url: string): Promise<number> {
  await owner.query('CREATE TABLE IF NOT EXISTS bare (id bigserial PRIMARY KEY, note text NOT NULL)');
  await owner.query('GRANT ALL ON bare TO PUBLIC; GRANT ALL ON SEQUENCE bare_id_seq TO PUBLIC');
  const pool = new pg.Pool({ connectionString: url, max: AT_ONCE });
  const endMs = performance.now() + INSERT_SECONDS * 1000;
  let count = 0;
  const insertUntilEnd = async (): Promise<void> => {
    const client = await pool.connect();
    for (; performance.now() < endMs; count++)
      await client.query({ name: 'insert', text: 'INSERT INTO bare (note) VALUES ($1)', values: ['a row'] });
    client.release();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, insertUntilEnd));
  await pool.end();
  await owner.query('DROP TABLE bare');
  return count / INSERT_SECONDS;
}

/** Inserts at least `count` uploads, spread evenly over the members. @returns their ids by member */
async function insertProofs(
  client: pg.Client,
  company: string,
  members: readonly Person[],
  count: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await client.query(
    `INSERT INTO media (company_id, owner_id, owner_kind, kind, mime, file_name, size_bytes, sha256, storage_key)
     SELECT $1, u.id, 'user', 'upload', 'image/png', 'proof.png', 1000, md5(u.id || '-' || n), md5(n || '-' || u.id)
     FROM unnest($2::uuid[]) AS u (id), generate_series(1, $3::int) AS n RETURNING id, owner_id`,
    [company, members.map((it) => it.id), Math.ceil(count / MEMBERS)],
  );
  const proofs = new Map<string, string[]>();
  for (const { id, owner_id } of rows) proofs.set(owner_id, [...(proofs.get(owner_id) ?? []), id]);
  return proofs;
}

/** The nth submission, by the members in turn. */
function submissionsOf(
  port: number,
  members: readonly Person[],
  proofs: ReadonlyMap<string, readonly string[]>,
): (nth: number) => Buffer {
  return (nth) => {
    const member = members[nth % MEMBERS];
    if (!member) throw new Error('no member');
    return request('POST', '/api/v1/user/package/purchase', port, {
      headers: { Authorization: member.secret, 'Idempotency-Key': `bench-${nth}-0123456789` },
      body: {
        paymentMethod: 'UPI',
        amount: '1180.00',
        purchaseAmount: '1000.00',
        purchaseId: `PUR-${String(nth % 1_000_000).padStart(6, '0')}`,
        referenceNumber: String(500_000_000_000 + nth),
        receiptId: proofs.get(member.id)?.[Math.floor(nth / MEMBERS)],
      },
    });
  };
}

export async function submitRows(bench: Bench, count: number): Promise<Row[]> {
  const { submitted, approved, insertsPerSecond } = await measureSubmissions(bench, count);
  const rows = (what: string, { full, half }: Figures, shareMin: number): Row[] => {
    const share = full.perSecond / insertsPerSecond;
    return [
      {
        what,
        figure: `${perSecond(full.perSecond)}, ${share.toFixed(3)} of the peer, p99 ${ms(full.p99)}`,
        bar: `${shareMin} of the peer`,
        peer: `${perSecond(insertsPerSecond)} durable inserts of a row; ${AT_ONCE} at the same time, ${full.answers} in all`,
        isMet: share >= shareMin,
      },
      {
        what: `${what}, at half that rate`,
        figure: `p50 ${ms(half.p50)}, p99 ${ms(half.p99)}, ${(half.p99 / half.p50).toFixed(1)} times`,
        bar: 'p99 4 times the median',
        peer: perSecond(half.perSecond),
        isMet: half.p99 <= 4 * half.p50,
      },
    ];
  };
  return [
    ...rows('submissions with proof, durable', submitted, 0.025),
    ...rows('approvals with stock, receipt, mails, durable', approved, 0.02),
  ];
}
