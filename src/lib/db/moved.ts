/** Companies that have left for another cluster. Their rows stay, and nothing is done for them (docs/decisions/0540). */
import { sql } from 'kysely';
import type { Db } from './client.ts';

/**
 * False for rows of companies that have moved. For the owner's connections; a company's own connection fails by itself.
 * @param column names the company, or `PLATFORM_ID`
 */
export const isHere = (column: string) =>
  sql<boolean>`NOT ${sql.ref(column)} = ANY ((SELECT moved FROM company_binding_key)::uuid[])`;

/**
 * Closes a company, or opens it again. Connections that are bound to it fail from the commit on.
 * @returns the time since when it is closed; null if it is open
 */
export async function setMoved(tx: Db, companyId: string, isMoved: boolean): Promise<Date | null> {
  const { moved_at } = await tx
    .updateTable('companies')
    .set({ moved_at: isMoved ? sql<Date>`now()` : null })
    .where('id', '=', companyId)
    .returning('moved_at')
    .executeTakeFirstOrThrow();
  await closeMoved(tx);
  return moved_at;
}

/** The second statement has to see what a transaction has committed for which the first one waited. */
async function closeMoved(tx: Db): Promise<void> {
  for (const statement of CLOSE_MOVED) await sql.raw(statement).execute(tx);
}

/** Close the companies whose rows say that they have moved, and no others. Run them in one transaction. */
export const CLOSE_MOVED: readonly string[] = [
  'SELECT FROM company_binding_key FOR UPDATE',
  `UPDATE company_binding_key
  SET moved = ARRAY(SELECT id FROM companies WHERE moved_at IS NOT NULL ORDER BY id)`,
];
