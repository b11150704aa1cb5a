/** The SQL of a launch: what is counted, who holds, and the company's columns. */
import { sql, type Updateable } from 'kysely';
import { offsetOf, type PageRequest } from '../core/pagination.ts';
import type { Db } from '../db/client.ts';
import { permit } from '../db/permits.ts';
import type { Companies } from '../db/schema/schema.ts';

export interface LaunchCounts {
  readonly holders: number;
  readonly withoutAddress: number;
  readonly invalidAddresses: number;
  readonly sharedAddresses: number;
  readonly total: bigint;
  /** Null where the entries were not added up. */
  readonly entries: bigint | null;
  readonly credited: bigint;
  readonly pending: number;
  readonly openReversals: number;
  readonly heldRewards: number;
}

/**
 * Everything that the checks need, of one moment. What is wrong with an address beyond its checksum is found here.
 * @param refused the token's address, null while it is not set, and a pattern of addresses in lower case
 * @param withEntries also adds up every entry of the ledger, which takes the longer the more the company has sold
 */
export async function readCounts(
  db: Db,
  companyId: string,
  refused: { readonly tokenAddress: string | null; readonly pattern: string },
  withEntries: boolean,
): Promise<LaunchCounts> {
  const entries = withEntries
    ? sql`(SELECT coalesce(sum(quantity), 0)::bigint FROM stock_entries WHERE company_id = ${companyId})`
    : sql`NULL::bigint`;
  const { rows } = await sql<Record<keyof LaunchCounts, bigint | null>>`
    WITH h AS (
      SELECT b.quantity, u.wallet_address,
        u.wallet_address !~ '^0x[0-9a-fA-F]{40}$' OR lower(u.wallet_address) ~ ${refused.pattern}
          OR lower(u.wallet_address) = coalesce(lower(${refused.tokenAddress}::text), '') AS is_wrong
      FROM stock_balances b JOIN users u ON u.company_id = b.company_id AND u.id = b.user_id
      WHERE b.company_id = ${companyId} AND b.quantity > 0)
    SELECT
      (SELECT count(*) FROM h) AS holders,
      (SELECT count(*) FROM h WHERE wallet_address IS NULL) AS "withoutAddress",
      (SELECT count(*) FROM h WHERE is_wrong) AS "invalidAddresses",
      (SELECT count(*) FROM (SELECT FROM h WHERE wallet_address IS NOT NULL
        GROUP BY lower(wallet_address) HAVING count(*) > 1) s) AS "sharedAddresses",
      (SELECT coalesce(sum(quantity), 0)::bigint FROM h) AS total,
      ${entries} AS entries,
      (SELECT credited FROM supplies WHERE company_id = ${companyId}) AS credited,
      (SELECT count(*) FROM purchases WHERE company_id = ${companyId} AND status = 'PENDING') AS pending,
      (SELECT count(*) FROM approvals WHERE company_id = ${companyId} AND state = 'OPEN'
        AND kind = 'purchase.reverse') AS "openReversals",
      (SELECT count(*) FROM referral_rewards WHERE company_id = ${companyId} AND state = 'HELD') AS "heldRewards"`.execute(
    db,
  );
  const row = rows[0];
  return {
    holders: Number(row?.holders ?? 0),
    withoutAddress: Number(row?.withoutAddress ?? 0),
    invalidAddresses: Number(row?.invalidAddresses ?? 0),
    sharedAddresses: Number(row?.sharedAddresses ?? 0),
    total: row?.total ?? 0n,
    entries: row?.entries ?? null,
    credited: row?.credited ?? 0n,
    pending: Number(row?.pending ?? 0),
    openReversals: Number(row?.openReversals ?? 0),
    heldRewards: Number(row?.heldRewards ?? 0),
  };
}

/** The verification whose last run found a fault. @param platform the runs belong to no company */
export async function findFailedVerification(platform: Db): Promise<'ledger:verify' | 'audit:verify' | null> {
  const row = await platform
    .selectFrom('verifications')
    .select('kind')
    .where('kind', 'in', ['ledger', 'audit'])
    .where('fault', 'is not', null)
    .orderBy('kind')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return row.kind === 'ledger' ? 'ledger:verify' : 'audit:verify';
}

/** The wallet address of each holder who has one. */
export async function listAddresses(db: Db, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    SELECT u.wallet_address AS address
    FROM stock_balances b JOIN users u ON u.company_id = b.company_id AND u.id = b.user_id
    WHERE b.company_id = ${companyId} AND b.quantity > 0 AND u.wallet_address IS NOT NULL`.execute(db);
  return rows.map((row) => row.address);
}

export async function listHolders(db: Db, companyId: string, show: 'missing' | 'shared', page: PageRequest) {
  const holders = db
    .selectFrom('stock_balances as b')
    .innerJoin('users as u', (join) => join.onRef('u.company_id', '=', 'b.company_id').onRef('u.id', '=', 'b.user_id'))
    .where('b.company_id', '=', companyId)
    .where('b.quantity', '>', 0n)
    .$if(show === 'missing', (q) => q.where('u.wallet_address', 'is', null))
    .$if(show === 'shared', (q) =>
      q.where(
        sql<boolean>`EXISTS (SELECT FROM users o JOIN stock_balances ob ON ob.company_id = o.company_id AND ob.user_id = o.id
          WHERE o.company_id = b.company_id AND lower(o.wallet_address) = lower(u.wallet_address) AND o.id <> u.id
            AND ob.quantity > 0)`,
      ),
    );
  const [rows, { total }, { all }] = await Promise.all([
    holders
      .select(['u.id', 'u.name', 'u.member_id', 'u.email', 'u.wallet_address', 'b.quantity'])
      // Those who share an address stand together.
      .$if(show === 'shared', (q) => q.orderBy(sql`lower(u.wallet_address)`))
      .orderBy('b.quantity', 'desc')
      .orderBy('u.id')
      .limit(page.limit)
      .offset(offsetOf(page))
      .execute(),
    holders.select((eb) => eb.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
    db
      .selectFrom('stock_balances')
      .select(sql<bigint>`coalesce(sum(quantity), 0)::bigint`.as('all'))
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total), all };
}

/** Writes the launch of a company, and counts the change. */
export async function updateLaunch(tx: Db, companyId: string, columns: Updateable<Companies>): Promise<void> {
  await permit(tx, 'terms');
  await tx
    .updateTable('companies')
    .set((eb) => ({ ...columns, launch_version: eb('launch_version', '+', 1) }))
    .where('id', '=', companyId)
    .execute();
}

/** Members that proposals are about, by id. */
export async function listMembers(db: Db, companyId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { id: string; name: string; memberId: string }>();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'member_id as memberId'])
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
