/** SQL for the mails to one member, and for the data needed to send one again. */
import { sql } from 'kysely';
import { offsetOf, type PageRequest } from '../../core/pagination.ts';
import type { Db } from '../../db/client.ts';
import type { EntryKind } from '../../db/schema/schema.ts';
import type { EarlierMail } from './rules.ts';

function toAddress(db: Db, companyId: string, address: string) {
  return (
    db
      .selectFrom('mails as m')
      .where('m.scope_id', '=', companyId)
      .where('m.company_id', '=', companyId)
      .where('m.to_address', '=', address)
      // Discarded mails exist only for constant timing and are never sent.
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

/** Mails of the last day of the same kind, about the same subject, to the same address. Newest first. */
export async function listEarlier(
  db: Db,
  companyId: string,
  address: string,
  mail: { kind: string; aboutId: string | null },
): Promise<EarlierMail[]> {
  return toAddress(db, companyId, address)
    .select(['m.id', 'm.resent_by as resentBy'])
    .select(sql<number>`extract(epoch FROM clock_timestamp() - m.created_at)::float8`.as('ageSeconds'))
    .where('m.kind', '=', mail.kind)
    .where(sql<boolean>`m.about_id IS NOT DISTINCT FROM ${mail.aboutId}`)
    .where('m.created_at', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('m.created_at', 'desc')
    .execute();
}

export type PurchaseForMail = NonNullable<Awaited<ReturnType<typeof lockPurchase>>>;

/** The purchase with the member ID of its buyer. The lock keeps its status the same until the commit. */
export async function lockPurchase(tx: Db, companyId: string, id: string) {
  return tx
    .selectFrom('purchases as p')
    .innerJoin('users as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.user_id'))
    .select([
      'p.id',
      'p.user_id',
      'p.order_number',
      'p.payment_method',
      'p.receipt_id',
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

/** The ledger entry of one kind that a purchase made for a member. */
export async function findEntry(db: Db, companyId: string, key: { sourceId: string; userId: string; kind: EntryKind }) {
  return db
    .selectFrom('stock_entries')
    .select(['quantity', 'hash'])
    .where('company_id', '=', companyId)
    .where('source_id', '=', key.sourceId)
    .where('user_id', '=', key.userId)
    .where('kind', '=', sql.lit(key.kind))
    .executeTakeFirst();
}
