/** The SQL of the demonstration: many rows with times in the past. */
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Refunds } from '../../db/schema/refunds.ts';
import type { Companies, Media, Purchases, Schema, Users } from '../../db/schema/schema.ts';
import type { EventRow } from '../../integrations/events/store.ts';
import type { Company } from '../../scope.ts';
import { insertLogs } from '../../transparency-log/sealing/store.ts';

/** Waits for other nodes that fill the same database, which takes longer than other statements may. @returns `isEmpty` under the lock */
export async function lockIfEmpty(tx: Db, companyId: string): Promise<boolean> {
  await sql`SET LOCAL statement_timeout = '10min'`.execute(tx);
  await sql`LOCK TABLE migrations IN EXCLUSIVE MODE`.execute(tx);
  return isEmpty(tx, companyId);
}

/** True while the company has no member, purchase or stock entry. The first start's admin does not count. */
export async function isEmpty(db: Db, companyId: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    SELECT EXISTS (SELECT FROM users WHERE company_id = ${companyId} AND role = 'USER')
      OR EXISTS (SELECT FROM purchases WHERE company_id = ${companyId})
      OR EXISTS (SELECT FROM stock_entries WHERE company_id = ${companyId}) AS used`.execute(db);
  return rows[0]?.used === false;
}

/** Backdates the company and the rows of its first start to `at`. @returns the id of the first admin */
export async function backdateCompany(tx: Db, companyId: string, at: Date): Promise<string> {
  await tx.updateTable('companies').set({ created_at: at }).where('id', '=', companyId).execute();
  await tx.updateTable('beneficiaries').set({ created_at: at }).where('company_id', '=', companyId).execute();
  const admin = await tx
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('role', '=', 'ADMIN')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirstOrThrow();
  await tx.updateTable('users').set({ created_at: at }).where('id', '=', admin.id).execute();
  return admin.id;
}

/** A statement has at most 65,535 parameters, and a purchase needs about thirty. */
const BATCH_ROWS = 400;

function* inBatches<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += BATCH_ROWS) yield rows.slice(from, from + BATCH_ROWS);
}

export async function insertUsers(tx: Db, rows: readonly Insertable<Users>[]): Promise<void> {
  for (const batch of inBatches(rows)) await tx.insertInto('users').values(batch).execute();
}

export async function insertMedia(tx: Db, rows: readonly Insertable<Media>[]): Promise<void> {
  for (const batch of inBatches(rows)) await tx.insertInto('media').values(batch).execute();
}

export async function insertBeneficiaries(tx: Db, rows: readonly Insertable<Schema['beneficiaries']>[]): Promise<void> {
  await tx.insertInto('beneficiaries').values(rows).execute();
}

export async function insertPurchases(
  tx: Db,
  companyId: string,
  rows: readonly Insertable<Purchases>[],
): Promise<void> {
  for (const batch of inBatches(rows)) await tx.insertInto('purchases').values(batch).execute();
  await sql`
    UPDATE purchases p
    SET search_text = purchase_search_text(
      p.order_number, p.reference_number, p.transaction_id, u.name, u.member_id, u.mobile, u.email)
    FROM users u WHERE p.company_id = ${companyId} AND u.id = p.user_id`.execute(tx);
}

interface DemoThread {
  readonly orderId: string;
  readonly buyerId: string;
  readonly adminId: string;
}

/** A question that waits for its buyer. */
export async function insertQuestion(tx: Db, companyId: string, thread: DemoThread): Promise<void> {
  const { orderId, buyerId, adminId } = thread;
  await sql`
    INSERT INTO purchase_threads (company_id, purchase_id, waiting_since, messages, unread_by_member, last_at)
    VALUES (${companyId}, ${orderId}, now() - interval '2 hours', 1, 1, now() - interval '2 hours')`.execute(tx);
  await sql`
    INSERT INTO purchase_messages (company_id, purchase_id, author_kind, author_id, is_question, body, created_at)
    VALUES (${companyId}, ${orderId}, 'admin', ${adminId}, true, 'Please send a clearer screenshot.',
      now() - interval '2 hours')`.execute(tx);
  await sql`
    INSERT INTO notifications (company_id, user_id, area, kind, about_id, created_at)
    VALUES (${companyId}, ${buyerId}, 'member', 'purchase-question', ${orderId}, now() - interval '2 hours')`.execute(
    tx,
  );
}

/** A question that its buyer has answered, unread by the admins. */
export async function insertAnswer(tx: Db, companyId: string, thread: DemoThread): Promise<void> {
  const { orderId, buyerId, adminId } = thread;
  await sql`
    INSERT INTO purchase_threads (company_id, purchase_id, messages, unread_by_admins, last_at)
    VALUES (${companyId}, ${orderId}, 2, 1, now() - interval '20 minutes')`.execute(tx);
  await sql`
    INSERT INTO purchase_messages (company_id, purchase_id, author_kind, author_id, is_question, body, created_at)
    VALUES
      (${companyId}, ${orderId}, 'admin', ${adminId}, true, 'The amount differs from your order. Please tell us how much you paid.',
        now() - interval '3 hours'),
      (${companyId}, ${orderId}, 'member', ${buyerId}, false, 'I paid from my brother''s account, in two parts.',
        now() - interval '20 minutes')`.execute(tx);
  await sql`
    INSERT INTO notifications (company_id, user_id, area, kind, about_id, created_at)
    SELECT ${companyId}::uuid, u.id, 'admin', 'purchase-answered', ${orderId}::uuid, now() - interval '20 minutes'
    FROM users u WHERE u.company_id = ${companyId} AND u.role = 'ADMIN'`.execute(tx);
}

/** An announcement that all members have, without mails. */
export async function insertAnnouncement(tx: Db, companyId: string, adminId: string): Promise<void> {
  await sql`
    WITH announced AS (
      INSERT INTO announcements (company_id, title, body, state, created_by, created_at, started_at, ended_at, recipients)
      SELECT ${companyId}::uuid, 'The launch has a date', 'You can see it on your dashboard. Thank you for being with us so early.',
        'SENT', ${adminId}::uuid, t, t, t, (SELECT count(*) FROM users
          WHERE company_id = ${companyId} AND role = 'USER' AND status = 'ACTIVE' AND deleted_at IS NULL)
      FROM (SELECT now() - interval '1 day' AS t) times RETURNING id, created_at)
    INSERT INTO notifications (company_id, user_id, area, kind, about_id, created_at)
    SELECT u.company_id, u.id, 'member', 'announcement', a.id, a.created_at FROM announced a, users u
    WHERE u.company_id = ${companyId} AND u.role = 'USER' AND u.status = 'ACTIVE' AND u.deleted_at IS NULL`.execute(tx);
}

/** With what the members and the admins read about them under their bells. */
export async function insertRefunds(tx: Db, companyId: string, rows: readonly Insertable<Refunds>[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.insertInto('refunds').values(rows).execute();
  await sql`
    INSERT INTO notifications (company_id, user_id, area, kind, about_id, created_at)
    SELECT company_id, user_id, 'member', 'refund-requested', purchase_id, created_at FROM refunds
    WHERE company_id = ${companyId} AND state = 'WAITING_FOR_ACCOUNT'
    UNION ALL
    SELECT r.company_id, u.id, 'admin', 'refund-to-approve', r.purchase_id, r.created_at
    FROM refunds r JOIN users u ON u.company_id = r.company_id AND u.role = 'ADMIN'
    WHERE r.company_id = ${companyId} AND r.state = 'WAITING_FOR_APPROVAL'`.execute(tx);
}

/** The symbols of all companies, and whether one uses the host. */
export async function readTaken(db: Db, host: string): Promise<{ symbols: string[]; isHostTaken: boolean }> {
  const companies = await db.selectFrom('companies').select('token_symbol').execute();
  const taken = await db.selectFrom('company_hosts').select('host').where('host', '=', host).executeTakeFirst();
  return { symbols: companies.map((row) => row.token_symbol), isHostTaken: taken !== undefined };
}

/** Adds a company with its supply, logs and host. */
export async function insertCompany(tx: Db, row: Insertable<Companies>, host: string): Promise<Company> {
  const company = await tx.insertInto('companies').values(row).returningAll().executeTakeFirstOrThrow();
  await tx.insertInto('supplies').values({ company_id: company.id }).execute();
  await insertLogs(tx, company.id);
  await tx.insertInto('company_hosts').values({ host, company_id: company.id, is_primary: true }).execute();
  return company;
}

export type DemoDelivery = Insertable<Schema['webhook_deliveries']>;

export async function insertKeys(tx: Db, rows: readonly Insertable<Schema['api_keys']>[]): Promise<void> {
  await tx.insertInto('api_keys').values(rows).execute();
}

export async function insertWebhook(
  tx: Db,
  row: Insertable<Schema['webhooks']>,
  deliveries: readonly DemoDelivery[],
): Promise<void> {
  await tx.insertInto('webhooks').values(row).execute();
  if (deliveries.length > 0) await tx.insertInto('webhook_deliveries').values(deliveries).execute();
}

/** The newest entries of the trail with these actions, at the positions that they are sealed at. The oldest first. */
export async function listNewest(
  tx: Db,
  companyId: string,
  actions: readonly string[],
  limit: number,
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    WITH sealed AS (SELECT coalesce(max(position) + 1, 0) AS next FROM audit_order WHERE scope_id = ${companyId}),
      trail AS (
        SELECT e.*, sealed.next + row_number() OVER (ORDER BY e.seq) - 1 AS position FROM audit_entries e, sealed
        WHERE e.scope_id = ${companyId}
          AND NOT EXISTS (SELECT FROM audit_order o WHERE o.scope_id = e.scope_id AND o.seq = e.seq)),
      newest AS (SELECT * FROM trail WHERE action = ANY(${actions}::text[]) ORDER BY position DESC LIMIT ${limit})
    SELECT position::bigint, action, subject_kind AS "subjectKind", subject_id AS "subjectId", created_at AS "createdAt"
    FROM newest ORDER BY position`.execute(tx);
  return rows;
}
