/** The SQL of the languages that members have chosen. */
import type { Language } from '../../core/texts.ts';
import type { Db } from '../../db/client.ts';

/** Null if the account has none, or is gone. */
export async function readLanguage(db: Db, companyId: string, id: string): Promise<Language | null> {
  const row = await db
    .selectFrom('users')
    .select('language')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.language ?? null;
}

/** @returns false if it is the member's language already */
export async function setLanguage(tx: Db, companyId: string, id: string, language: Language): Promise<boolean> {
  const changed = await tx
    .updateTable('users')
    .set({ language })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('language', 'is distinct from', language)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}
