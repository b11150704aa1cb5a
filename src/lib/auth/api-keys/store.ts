import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { permit } from '../../db/permits.ts';

interface Maker {
  readonly companyId: string;
  readonly accountId: string;
}

/** Keys that this account made and that are neither revoked nor expired. */
export async function countKeysOf(db: Db, { companyId, accountId }: Maker): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('company_id', '=', companyId)
    .where('created_by', '=', accountId)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`expires_at > now()`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Revokes the keys that this account made. @returns those that were not revoked before */
export async function revokeKeysOf(tx: Db, { companyId, accountId }: Maker, by: string) {
  await permit(tx, 'accounts');
  return tx
    .updateTable('api_keys')
    .set({ revoked_at: sql<Date>`now()`, revoked_by: by })
    .where('company_id', '=', companyId)
    .where('created_by', '=', accountId)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`expires_at > now()`)
    .returning(['id', 'name', 'hint'])
    .execute();
}
