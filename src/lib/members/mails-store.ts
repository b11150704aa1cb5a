/** The SQL of the mails to one member, and of what they are made of when they are sent again. */
import { sql } from 'kysely';
import { offsetOf, type PageRequest } from '../core/page.ts';
import type { Db } from '../db/client.ts';
import type { EntryKind } from '../db/schema.ts';
import type { EarlierMail } from './mails-rules.ts';

function toAddress(db: Db, companyId: string, address: string) {
  return (
    db
      .selectFrom('mails as m')
      .where('m.company_id', '=', companyId)
      .where('m.to_address', '=', address)
      // What is written for the timing alone never goes out.
      .where('m.discard', '=', false)
  );
}

export async function listMails(db: Db, companyId: string, address: string, page: PageRequest) {
  const [rows, { total }] = await Promise.all([
    toAddress(db, companyId, address)
      .leftJoin('purchases as p', (join) =>
        join.onRef('p.company_id', '=', 'm.company_id').onRef('p.id', '=', 'm.about_id'),
      )
      .leftJoin('users as a', (join) =>
        join.onRef('a.company_id', '=', 'm.company_id').onRef('a.id', '=', 'm.resent_by'),
      )
      .select(['m.id', 'm.kind', 'm.state', 'm.last_error', 'm.created_at', 'm.sent_at', 'm.resent_by'])
      .select(['p.order_number', 'p.status as purchase_status', 'a.name as resent_by_name'])
      .orderBy('m.created_at', 'desc')
      .orderBy('m.id', 'desc')
      .limit(page.limit)
      .offset(offsetOf(page))
      .execute(),
    toAddress(db, companyId, address)
      .select((eb) => eb.fn.countAll<bigint>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

export async function findMail(db: Db, companyId: string, address: string, id: string) {
  return toAddress(db, companyId, address)
    .select(['m.id', 'm.kind', 'm.state', 'm.about_id'])
    .where('m.id', '=', id)
    .executeTakeFirst();
}

/** Mails of the same kind about the same to the same address of the last day, the newest first. */
export async function listEarlier(
  db: Db,
  companyId: string,
  address: string,
  it: { kind: string; aboutId: string | null },
): Promise<EarlierMail[]> {
  return toAddress(db, companyId, address)
    .select(['m.id', 'm.resent_by as resentBy'])
    .select(sql<number>`extract(epoch FROM clock_timestamp() - m.created_at)::float8`.as('ageSeconds'))
    .where('m.kind', '=', it.kind)
    .where(sql<boolean>`m.about_id IS NOT DISTINCT FROM ${it.aboutId}`)
    .where('m.created_at', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('m.created_at', 'desc')
    .execute();
}

export type PurchaseTruth = NonNullable<Awaited<ReturnType<typeof holdPurchase>>>;

/** The purchase as it is, which nobody decides on until the commit; with its buyer's member ID. */
export async function holdPurchase(tx: Db, companyId: string, id: string) {
  return tx
    .selectFrom('purchases as p')
    .innerJoin('users as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.user_id'))
    .select([
      'p.id',
      'p.user_id',
      'p.order_number',
      'p.payment_method',
      'p.final_amount_paise',
      'p.quantity',
      'p.status',
    ])
    .select(['p.reference_number', 'p.reject_reason', 'p.reversal_reason', 'b.member_id as buyer_member_id'])
    .where('p.company_id', '=', companyId)
    .where('p.id', '=', id)
    .forShare('p')
    .executeTakeFirst();
}

/** What a purchase gave a member, or took back. */
export async function findEntry(db: Db, companyId: string, it: { sourceId: string; userId: string; kind: EntryKind }) {
  return db
    .selectFrom('stock_entries')
    .select(['quantity', 'hash'])
    .where('company_id', '=', companyId)
    .where('source_id', '=', it.sourceId)
    .where('user_id', '=', it.userId)
    .where('kind', '=', sql.lit(it.kind))
    .executeTakeFirst();
}
