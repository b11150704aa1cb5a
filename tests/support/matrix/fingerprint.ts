/** What the tables of a company hold, as one text: a refused call leaves it as it was. */
import { sql } from 'kysely';
import type { Site } from '../site.ts';

const TABLES = [
  'users',
  'purchases',
  'notifications',
  'saved_views',
  'api_keys',
  'webhooks',
  'announcements',
  'refunds',
  'refund_parts',
  'refund_payouts',
  'referral_rewards',
  'referral_rules',
  'launch_packs',
  'launch_pack_files',
  'purchase_threads',
  'purchase_messages',
  'beneficiaries',
  'approvals',
  'sole_acts',
  'account_moves',
  'media',
  'stock_entries',
  'supplies',
  'audit_entries',
  'bank_statements',
  'bank_rows',
  'bank_matches',
  'bank_rules',
  'statement_drafts',
  'passkeys',
];

/** What the delivery of webhooks changes in the background, whatever is called. */
const BY_DELIVERY = ['state', 'failures', 'position'];
const ENTRIES_OF_DELIVERY = ['webhook.pause', 'webhook.disable'];

export async function fingerprintOf(site: Site, companyId: string): Promise<string> {
  const parts: string[] = [];
  for (const table of TABLES) {
    const column = table === 'audit_entries' ? 'scope_id' : 'company_id';
    const row = table === 'webhooks' ? sql`(to_jsonb(t) - ${BY_DELIVERY}::text[])::text` : sql`t::text`;
    const others = table === 'audit_entries' ? sql`t.action <> ALL (${ENTRIES_OF_DELIVERY}::text[])` : sql`true`;
    const { rows } = await sql<{ digest: string }>`
      SELECT md5(coalesce(string_agg(${row}, '|' ORDER BY ${row}), '')) AS digest
      FROM ${sql.table(table)} t WHERE ${sql.ref(column)} = ${companyId} AND ${others}`.execute(site.database.platform);
    parts.push(`${table} ${rows[0]?.digest}`);
  }
  return parts.join('\n');
}
