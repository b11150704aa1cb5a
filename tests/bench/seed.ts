/** Members, purchases and sessions by the million, straight in SQL; the same every time. */
import { createHash } from 'node:crypto';
import type pg from 'pg';

/** The token of the nth session of a kind, for the `Authorization` header and the cookie alike. */
export function secretOf(kind: 'member' | 'admin', nth: number): string {
  return createHash('sha256').update(`${kind} ${nth}`).digest('base64url');
}

export async function siteCompany(db: pg.Client): Promise<string> {
  const { rows } = await db.query('SELECT id FROM companies ORDER BY created_at LIMIT 1');
  return rows[0].id;
}

/** Runs bulk inserts without the indexes that slow them down and without triggers, then makes both good. */
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

/** Tops the company up to so many members, and as many purchases as `purchases` says; every third waits. */
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
         SELECT n, 'member' || n || '@example.com' AS email, '+9198' || lpad(n::text, 8, '0') AS mobile,
           'COWL' || upper(lpad(to_hex(n), 7, '0')) AS member_id,
           (ARRAY['Asha','Vikram','Meera','Rohan','Kavita','Arjun','Divya','Sanjay','Leela','Nikhil'])[1 + n % 10] || ' ' ||
           (ARRAY['Rao','Shah','Iyer','Khan','Patel','Nair','Bose','Gill','Das','Menon','Joshi'])[1 + n / 10 % 11] || ' ' || n % 977
             AS name
         FROM generate_series($2::int, $3::int) AS n
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
         SELECT n, 'PUR-' || lpad((n % 1000000)::text, 6, '0') || '-' || n / 1000000 AS number,
           (ARRAY['UPI','BANK','MANUAL'])[1 + n % 3] AS method, lpad((600000000000 + n)::text, 12, '0') AS reference,
           (ARRAY['PENDING','APPROVED','APPROVED','REJECTED'])[1 + n % 4] AS status
         FROM generate_series($2::int, $3::int) AS n
       ) AS o
       JOIN users u ON u.id = ('00000000-0000-4000-8000-' || lpad((1 + o.n % ($4::int - 1))::text, 12, '0'))::uuid`,
      [company, purchases, size.purchases - 1, size.members],
    );
    // Half of the members hold stock; entries only for the first ones, who are the ones that look.
    await db.query(
      `INSERT INTO stock_balances (company_id, user_id, quantity, last_hash, last_at)
       SELECT company_id, id, 1000 + ('x' || right(id::text, 4))::bit(16)::int, '0x' || md5(id::text) || md5(email), now()
       FROM users WHERE company_id = $1 AND email LIKE 'member%' AND right(email, 13)::text < '5'
       ON CONFLICT DO NOTHING`,
      [company],
    );
  });
}
