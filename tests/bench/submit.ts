/** Submissions with proof and their approvals over HTTP, each durable when it is answered. */
import type pg from 'pg';
import type { Bench } from './bench.ts';
import { type Answer, closedLoop, type Paced, request } from './client.ts';
import { openSessions, type Person } from './people.ts';
import { ms, perSecond, type Row } from './rows.ts';
import { siteCompany } from './seed.ts';

const MEMBERS = 200;
/** Enough to keep the connection pool busy; more would only wait for it. */
const AT_ONCE = 16;

export interface SubmitFigures {
  readonly submitted: Paced;
  readonly approved: Paced;
}

export async function measureSubmissions(
  bench: Bench,
  count: number,
  env = {},
  note: (what: string) => void = () => {},
): Promise<SubmitFigures> {
  const { url, client } = await bench.makeDatabase('submissions');
  const program = await bench.serve({ databaseUrl: url, env });
  const { port } = program;
  const company = await siteCompany(client);
  const members = await openSessions(client, company, 'member', MEMBERS);
  const [admin] = await openSessions(client, company, 'admin', 1);
  const submission = submissionsOf(port, members, await insertProofs(client, company, members, 2 * count));
  const approval = (id: string | undefined): Buffer =>
    request('POST', '/api/v1/admin/transaction/approve', port, {
      headers: { Authorization: admin?.secret ?? '' },
      body: { id },
    });
  const warmUp = Math.min(400, count);
  const [early, ids]: [string[], string[]] = [[], []];
  const idOf = (answer: Answer): string => JSON.parse(answer.body.toString()).data?.id;
  const run = (
    requests: number,
    next: (nth: number) => Buffer,
    onAnswer: (answer: Answer) => void = () => {},
  ): Promise<Paced> => closedLoop({ port, atOnce: AT_ONCE, requests, next, onAnswer });
  await run(warmUp, submission, (answer) => early.push(idOf(answer)));
  note('start');
  const submitted = await run(
    count,
    (nth) => submission(warmUp + nth),
    (answer) => ids.push(idOf(answer)),
  );
  note('submitted');
  await run(early.length, (nth) => approval(early[nth]));
  const approved = await run(ids.length, (nth) => approval(ids[nth]));
  note('approved');
  await program.stop();
  for (const { unexpected } of [submitted, approved])
    if (unexpected.size > 0) throw new Error(`unexpected answers: ${JSON.stringify([...unexpected])}`);
  return { submitted, approved };
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
  const { submitted, approved } = await measureSubmissions(bench, count);
  const row = (what: string, paced: Paced, perSecondMin: number): Row => ({
    what,
    figure: `${perSecond(paced.perSecond)}, p99 ${ms(paced.p99)}`,
    bar: `${perSecondMin > 0 ? `${perSecondMin}/s, ` : ''}p99 100 ms`,
    peer: `${AT_ONCE} at the same time, ${paced.answers} in all`,
    isMet: paced.perSecond >= perSecondMin && paced.p99 <= 100,
  });
  return [
    row('submissions with proof, durable', submitted, 300),
    row('approvals with stock, receipt, mails, durable', approved, 0),
  ];
}
