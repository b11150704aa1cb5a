/** The SQL of the states that the audit trail holds: digests of rows, made by the database when an entry is written. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { State, StateKind } from './rules.ts';

/** SHA-256 in hex of a JSON array. A version and an id are among the parts, so that equal values do not look equal. */
const digestOf = (parts: string): string =>
  `encode(sha256(convert_to(jsonb_build_array(${parts})::text, 'UTF8')), 'hex')`;

/** An admin's sponsors decide who can be the second of two, so they count too. No time as text: a session has its own zone. */
const ADMIN = `'admin.1', id, email, status, sponsors, sole_sponsors, extract(epoch FROM admin_since)::text`;
const PAYEE = `'payee.1', id, holder_name, bank_name, branch, account_number, ifsc_code, upi, is_primary, is_active, version`;

/** What admins set, and the supplies that a super admin sets. A later migration that changes values writes an entry for it. */
const SETTINGS = [
  'price_micros',
  'fee_bps',
  'reward_bps',
  'reward_wait_days',
  'reward_signs',
  'verified_members_only',
  'upi_limit_paise',
  'min_order_paise',
  'max_order_paise',
  'open_purchases_max',
  'held_share_bps',
  'held_share_unverified_bps',
  'unproven_share_bps',
  'hold_hours',
  'reminder_hours',
  'quiet_from_hour',
  'quiet_to_hour',
  'launch_at',
  'second_approver_above_paise',
  'two_admins_for_accounts',
  'admins_need_factor',
  'notice',
  'support_email',
  'support_phone',
  'total_supply',
  'private_supply',
] as const;

const textOf = (column: (typeof SETTINGS)[number]): string =>
  column === 'launch_at' ? 'extract(epoch FROM launch_at)::text' : column;

/** Of each setting. A function of the database takes at most 100 arguments: 50 settings. */
const SETTINGS_OBJECT = `jsonb_build_object(${SETTINGS.map(
  (column) => `'${column}', ${digestOf(`'setting.1', id, '${column}', ${textOf(column)}`)}`,
).join(', ')})`;

/** An empty object where the scope has no such rows. */
function stateOf(kind: StateKind, scopeId: string): RawBuilder<State> {
  const rows = (digest: string) => sql.raw(`SELECT coalesce(jsonb_object_agg(id, ${digestOf(digest)}), '{}')`);
  switch (kind) {
    case 'payees':
      return sql`(${rows(PAYEE)} FROM beneficiaries WHERE company_id = ${scopeId}::uuid)`;
    case 'admins':
      return sql`(${rows(ADMIN)} FROM users WHERE company_id = ${scopeId}::uuid AND role = 'ADMIN' AND deleted_at IS NULL)`;
    case 'supers':
      return sql`(${rows(`'super.1', id, email`)} FROM super_admins)`;
    case 'settings':
      return sql`coalesce((SELECT ${sql.raw(SETTINGS_OBJECT)} FROM companies WHERE id = ${scopeId}::uuid), '{}')`;
  }
}

/** The states of these kinds, as an object with the field of an entry. */
export function statesFor(kinds: readonly StateKind[], scopeId: string): RawBuilder<unknown> {
  const parts = kinds.map((kind) => sql`${sql.lit(kind)}, ${stateOf(kind, scopeId)}`);
  return sql`jsonb_build_object('state', jsonb_build_object(${sql.join(parts)}))`;
}

/** The rows of today. */
export async function readState(db: Db, kind: StateKind, scopeId: string): Promise<State> {
  const { rows } = await sql<{ state: State }>`SELECT ${stateOf(kind, scopeId)} AS state`.execute(db);
  return rows[0]?.state ?? {};
}

/** Companies without an entry that holds their states: those of an earlier version. */
export async function listUnnoted(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT c.id FROM companies c WHERE NOT EXISTS (
      SELECT FROM audit_entries a WHERE a.scope_id = c.id AND a.action IN ('company.note', 'company.add', 'user.first-admin')
        AND a.after -> 'state' ?& ARRAY['payees', 'settings', 'admins']) ORDER BY c.id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Whether an entry of the platform's trail holds the super admins. */
export async function isPlatformNoted(tx: Db, platformId: string): Promise<boolean> {
  const { rows } = await sql<{ noted: boolean }>`
    SELECT EXISTS (SELECT FROM audit_entries WHERE scope_id = ${platformId}
      AND action IN ('company.note', 'user.first-super') AND after -> 'state' ? 'supers') AS noted`.execute(tx);
  return rows[0]?.noted === true;
}

/** Whether the company exists. */
export async function hasCompany(db: Db, companyId: string): Promise<boolean> {
  const row = await db.selectFrom('companies').select('id').where('id', '=', companyId).executeTakeFirst();
  return row !== undefined;
}

/** Locks what the states of a company come from against change, as `lockCompanyAllowingPurchases` does. */
export async function lockCompany(tx: Db, companyId: string): Promise<void> {
  await tx.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute();
}

export async function lockSuperAdmins(tx: Db): Promise<void> {
  await sql`LOCK TABLE super_admins IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
}
