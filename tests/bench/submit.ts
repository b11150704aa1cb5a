/** Submissions with proof and their approvals, over HTTP, each durable when it is answered. */
import { type Answer, closedLoop, type Paced, request } from './client.ts';
import { openSessions } from './people.ts';
import type { Place } from './place.ts';
import { ms, perSecond, type Row } from './rows.ts';
import { siteCompany } from './seed.ts';

const MEMBERS = 200;
/** Enough to keep the pool busy; more would only wait in front of it. */
const AT_ONCE = 16;

export interface SubmitFigures {
  readonly submitted: Paced;
  readonly approved: Paced;
}

export async function measureSubmissions(
  place: Place,
  count: number,
  env = {},
  note: (what: string) => void = () => {},
): Promise<SubmitFigures> {
  const { url, client } = await place.makeDatabase('submissions');
  const program = await place.serve({ databaseUrl: url, env });
  const company = await siteCompany(client);
  const members = await openSessions(client, company, 'member', MEMBERS);
  const [admin] = await openSessions(client, company, 'admin', 1);
  const receipts = await client.query(
    `INSERT INTO media (company_id, owner_id, owner_kind, kind, mime, file_name, size_bytes, sha256, storage_key)
     SELECT $1, u.id, 'user', 'upload', 'image/png', 'proof.png', 1000, md5(u.id || '-' || n), md5(n || '-' || u.id)
     FROM unnest($2::uuid[]) AS u (id), generate_series(1, $3::int) AS n RETURNING id, owner_id`,
    [company, members.map((it) => it.id), Math.ceil((2 * count) / MEMBERS)],
  );
  const receiptsOf = new Map<string, string[]>();
  for (const { id, owner_id } of receipts.rows) receiptsOf.set(owner_id, [...(receiptsOf.get(owner_id) ?? []), id]);
  const submission = (nth: number): Buffer => {
    const member = members[nth % MEMBERS];
    if (!member) throw new Error('no member');
    return request('POST', '/api/v1/user/package/purchase', program.port, {
      headers: { Authorization: member.secret, 'Idempotency-Key': `bench-${nth}-0123456789` },
      body: {
        paymentMethod: 'UPI',
        amount: '1180.00',
        purchaseAmount: '1000.00',
        purchaseId: `PUR-${String(nth % 1_000_000).padStart(6, '0')}`,
        referenceNumber: String(500_000_000_000 + nth),
        receiptId: receiptsOf.get(member.id)?.[Math.floor(nth / MEMBERS)],
      },
    });
  };
  const port = program.port;
  const warmUp = Math.min(400, count);
  const [early, ids]: [string[], string[]] = [[], []];
  const idOf = (answer: Answer): string => JSON.parse(answer.body.toString()).data?.id;
  await closedLoop({
    port,
    atOnce: AT_ONCE,
    requests: warmUp,
    next: submission,
    onAnswer: (answer) => early.push(idOf(answer)),
  });
  note('start');
  const submitted = await closedLoop({
    port,
    atOnce: AT_ONCE,
    requests: count,
    next: (nth) => submission(warmUp + nth),
    onAnswer: (answer) => ids.push(idOf(answer)),
  });
  note('submitted');
  const approval = (id: string | undefined): Buffer =>
    request('POST', '/api/v1/admin/transaction/approve', port, {
      headers: { Authorization: admin?.secret ?? '' },
      body: { id },
    });
  await closedLoop({ port, atOnce: AT_ONCE, requests: early.length, next: (nth) => approval(early[nth]) });
  const approved = await closedLoop({
    port,
    atOnce: AT_ONCE,
    requests: ids.length,
    next: (nth) => approval(ids[nth]),
  });
  note('approved');
  await program.stop();
  for (const { unexpected } of [submitted, approved])
    if (unexpected.size > 0) throw new Error(`unexpected answers: ${JSON.stringify([...unexpected])}`);
  return { submitted, approved };
}

export async function submitRows(place: Place, count: number): Promise<Row[]> {
  const { submitted, approved } = await measureSubmissions(place, count);
  const row = (what: string, it: Paced, perSecondMin: number): Row => ({
    what,
    figure: `${perSecond(it.perSecond)}, p99 ${ms(it.p99)}`,
    bar: `${perSecondMin > 0 ? `${perSecondMin}/s, ` : ''}p99 100 ms`,
    peer: `${AT_ONCE} at once, ${it.answers} in all`,
    isMet: it.perSecond >= perSecondMin && it.p99 <= 100,
  });
  return [
    row('submissions with proof, durable', submitted, 300),
    row('approvals with stock, receipt, mails, durable', approved, 0),
  ];
}
