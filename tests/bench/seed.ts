/** Members, purchases and sessions by the million, straight in SQL; the same every time. */
import { createHash } from 'node:crypto';
import type pg from 'pg';

/** `APP_SECRET` of the programs of a benchmark. */
export const BENCH_SECRET = 'the secret of a bench, of no use elsewhere';

/** The token of the nth session of a kind, for the `Authorization` header and the cookie alike. */
export function secretOf(kind: 'member' | 'admin', nth: number): string {
  return createHash('sha256').update(`${kind} ${nth}`).digest('base64url');
}

/** The first and the last id of the members that are made here; no others have ids between them. */
export const FIRST_ID = '00000000-0000-4000-8000-000000000000';
export const LAST_ID = '00000000-0000-4000-8000-ffffffffffff';

/** The reference number of the nth payment by UPI or bank: unique, and spread like those of banks. */
export function referenceOf(nth: number): string {
  return String((600_000_000_000n + BigInt(nth) * 982_451_653n) % 1_000_000_000_000n).padStart(12, '0');
}
const REFERENCE = '((600000000000 + n * 982451653) % 1000000000000)';

// The names at the beginning are the common ones: about every sixth member is an Asha.
const FIRST_NAMES = (
  'Asha Vikram Meera Rohan Kavita Arjun Divya Sanjay Leela Nikhil Priya Rahul Anita Suresh Pooja Amit Neha Rajesh Sunita ' +
  'Deepak Lakshmi Manoj Geeta Ramesh Shreya Karthik Nandini Imran Fatima Harpreet Joseph Tenzin Bhavna Chetan Ishaan Jaya ' +
  'Omkar Tara Uday Zoya'
).split(' ');
const LAST_NAMES = (
  'Sharma Patel Singh Kumar Rao Shah Iyer Khan Reddy Nair Gupta Das Joshi Menon Bose Gill Verma Mehta Pillai Desai Kulkarni ' +
  'Chatterjee Banerjee Mukherjee Naidu Shetty Hegde Bhat Kaur Chopra Malhotra Kapoor Agarwal Jain Thomas Fernandes Lama ' +
  'Chauhan Yadav Mishra Tiwari Pandey Trivedi Acharya Saxena Bajaj Dutta Sen Ghosh Roy'
).split(' ');

/** SQL that picks one of the names by a spread number. */
function spread(number: string, choices: readonly string[]): string {
  const list = choices.map((choice) => `'${choice}'`).join(',');
  return `(ARRAY[${list}])[1 + floor(${choices.length} * power((${number} % 10007) / 10007::float8, 2))::int]`;
}

export async function siteCompany(db: pg.Client): Promise<string> {
  const { rows } = await db.query('SELECT id FROM companies ORDER BY created_at LIMIT 1');
  return rows[0].id;
}

/** Runs bulk inserts without triggers and the indexes that slow them down, then restores both. */
async function inBulk(db: pg.Client, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await db.query(
    `SELECT indexname, indexdef FROM pg_indexes i
     WHERE tablename = ANY($1) AND schemaname = current_schema()
       AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conname = i.indexname)`,
    [tables],
  );
  for (const { indexname } of rows) await db.query(`DROP INDEX ${indexname}`);
  await db.query(
    `SET session_replication_role = replica; SET maintenance_work_mem = '512MB'; SET synchronous_commit = off`,
  );
  await work();
  for (const { indexdef } of rows) await db.query(indexdef);
  await db.query('RESET session_replication_role; RESET synchronous_commit; SELECT recount_totals()');
  await db.query(`VACUUM ANALYZE ${tables.join(', ')}`);
}

/** Adds members and purchases until the company has so many of each; every third purchase waits. */
export async function topUp(db: pg.Client, size: { members: number; purchases: number }): Promise<void> {
  const company = await siteCompany(db);
  const count = async (table: string): Promise<number> =>
    Number((await db.query(`SELECT count(*) AS n FROM ${table} WHERE company_id = $1`, [company])).rows[0].n);
  const [members, purchases] = [await count('users'), await count('purchases')];
  await inBulk(db, ['users', 'purchases', 'stock_balances', 'stock_entries'], async () => {
    await db.query(
      `INSERT INTO users (id, company_id, email, name, mobile, is_approved, member_id, password_hash, search_text, created_at)
       SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, email, name, mobile, n % 4 <> 0, member_id, '-',
         lower(concat_ws(' ', name, email, mobile, member_id)), now() - n * interval '7 seconds'
       FROM (
         SELECT n, name, lower(replace(name, ' ', '.')) || n || '@example.' || (ARRAY['com','in','net'])[1 + n % 3] AS email,
           '+91' || 6000000000 + n * 2654435761 % 4000000000 AS mobile,
           'COWL' || upper(lpad(to_hex(n * 161803399 % 268435456), 7, '0')) AS member_id
         FROM (
           SELECT n, ${spread('n * 7919', FIRST_NAMES)} || ' ' || ${spread('n * 104729', LAST_NAMES)} AS name
           FROM generate_series($2::bigint, $3::bigint) AS n
         ) AS named
       ) AS made`,
      [company, members, size.members - 1],
    );
    await db.query(
      `INSERT INTO purchases (company_id, user_id, order_number, payment_method, order_amount_paise, price_micros, quantity,
         fee_bps, fee_paise, final_amount_paise, claimed_amount_paise, reference_number, status, content_hash, search_text,
         created_at, decided_at)
       SELECT $1, u.id, o.number, o.method, 100000, 250000, 4000, 1800, 18000, 118000, 118000, o.reference, o.status, '-',
         purchase_search_text(o.number, o.reference, NULL, u.name, u.member_id, u.mobile, u.email),
         now() - o.n * interval '5 seconds', CASE WHEN o.status <> 'PENDING' THEN now() END
       FROM (
         SELECT n, (ARRAY['UPI','BANK','MANUAL'])[1 + n % 3] AS method,
           'PUR-' || lpad((n * 611953 % 1000000)::text, 6, '0') || CASE WHEN n < 1000000 THEN '' ELSE '-' || 1 + n / 1000000 END
             AS number,
           CASE WHEN n % 3 < 2 THEN lpad(${REFERENCE}::text, 12, '0') END AS reference,
           (ARRAY['PENDING','APPROVED','APPROVED','REJECTED'])[1 + n % 4] AS status
         FROM generate_series($2::bigint, $3::bigint) AS n
       ) AS o
       JOIN users u ON u.id = ('00000000-0000-4000-8000-' || lpad((1 + o.n % ($4::int - 1))::text, 12, '0'))::uuid`,
      [company, purchases, size.purchases - 1, size.members],
    );
    // Half of the members have stock; only the first ones, whose pages are measured, have entries.
    await db.query(
      `INSERT INTO stock_balances (company_id, user_id, quantity, last_hash, last_at)
       SELECT company_id, id, 1000 + ('x' || right(id::text, 4))::bit(16)::int, '0x' || md5(id::text) || md5(email), now()
       FROM users WHERE company_id = $1 AND id <= $2 AND right(id::text, 1) < '5'
       ON CONFLICT DO NOTHING`,
      [company, LAST_ID],
    );
  });
}

/** Adds an audit entry for each purchase without one, and another if the admin decided it. The program seals the entries. */
export async function topUpTrail(db: pg.Client, adminId: string): Promise<void> {
  const company = await siteCompany(db);
  await inBulk(db, ['audit_entries'], async () => {
    await db.query(
      `INSERT INTO audit_entries (scope_id, seq, actor_kind, actor_id, action, subject_kind, subject_id, after, created_at)
       SELECT $1, h.seq + row_number() OVER (ORDER BY e.at), e.kind, e.actor, e.action, 'purchase', p.id,
         '{"quantity":"4000","finalAmountPaise":"118000"}', e.at
       FROM purchases p
       CROSS JOIN LATERAL (VALUES
         ('member', p.user_id, 'purchase.submit', p.created_at),
         ('admin', $2::uuid, CASE p.status WHEN 'REJECTED' THEN 'purchase.reject' ELSE 'purchase.approve' END,
           p.created_at + interval '1 hour')) AS e (kind, actor, action, at)
       CROSS JOIN (SELECT coalesce(max(seq), 0) AS seq FROM audit_entries WHERE scope_id = $1) AS h
       WHERE p.company_id = $1 AND (e.kind = 'member' OR p.status <> 'PENDING')
         AND NOT EXISTS (SELECT FROM audit_entries a WHERE a.scope_id = $1 AND a.subject_id = p.id)`,
      [company, adminId],
    );
  });
  await db.query(
    `INSERT INTO audit_queue (scope_id, seq) SELECT scope_id, seq FROM audit_entries e WHERE scope_id = $1
       AND NOT EXISTS (SELECT FROM audit_order o WHERE o.scope_id = e.scope_id AND o.seq = e.seq)
     ON CONFLICT DO NOTHING`,
    [company],
  );
}
