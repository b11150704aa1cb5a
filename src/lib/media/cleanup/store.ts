/** The SQL of files that nothing refers to. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { isHere } from '../../db/moved.ts';

/**
 * Deletes the rows of files older than `hours` that no row refers to, `max` at the most. A transaction that is attaching a
 * file has locked its row, which is skipped; foreign keys refuse the rest. Add every new column that references a file here.
 * @returns their storage keys
 */
export async function deleteUnattached(tx: Db, hours: number, max: number): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    DELETE FROM media WHERE id IN (
      SELECT m.id FROM media m
      WHERE m.created_at < now() - make_interval(hours => ${hours}) AND ${isHere('m.company_id')}
        AND NOT EXISTS (SELECT FROM purchases p WHERE p.receipt_id = m.id)
        AND NOT EXISTS (SELECT FROM purchase_messages g WHERE g.file_id = m.id)
        AND NOT EXISTS (SELECT FROM purchase_messages g WHERE g.earlier_file_id = m.id)
        AND NOT EXISTS (SELECT FROM users u WHERE u.profile_image_id = m.id)
        AND NOT EXISTS (SELECT FROM company_brands b WHERE b.icon_id = m.id)
        AND NOT EXISTS (SELECT FROM company_brands b WHERE b.logo_id = m.id)
        AND NOT EXISTS (SELECT FROM company_brands b WHERE b.header_logo_id = m.id)
      LIMIT ${max} FOR UPDATE OF m SKIP LOCKED)
    RETURNING storage_key`.execute(tx);
  return rows.map((row) => row.storage_key);
}
