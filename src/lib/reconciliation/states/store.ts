/** The SQL of the states of claims and of the runs that compute them. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { isHere } from '../../db/moved.ts';
import type { StateChanges, StoredState } from './rules.ts';

/** A run of the comparison. */
export interface Run {
  /** Later runs have higher numbers. */
  readonly number: bigint;
  /** The version of the rules by which the stored rows were read. */
  readonly rulesVersion: number;
  /** The changes that the run will see. */
  readonly changeIds: readonly string[];
}

/** Companies with changes that no run has seen. */
export async function listChanged(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT company_id AS id FROM bank_changes WHERE ${isHere('company_id')}`.execute(db);
  return rows.map((row) => row.id);
}

/** Begins a run. Call it before the comparison reads: a later change has another id, and brings another run. */
export async function beginRun(db: Db, companyId: string): Promise<Run> {
  const { rows } = await sql<{ started: bigint; rules_version: number }>`
    INSERT INTO bank_state_runs AS r (company_id, started) VALUES (${companyId}, 1)
    ON CONFLICT (company_id) DO UPDATE SET started = r.started + 1 RETURNING started, rules_version`.execute(db);
  const changes = await db.selectFrom('bank_changes').select('id').where('company_id', '=', companyId).execute();
  return {
    number: rows[0]?.started ?? 1n,
    rulesVersion: rows[0]?.rules_version ?? 0,
    changeIds: changes.map((change) => change.id),
  };
}

export async function listStates(db: Db, companyId: string): Promise<StoredState[]> {
  const { rows } = await sql<StoredState>`
    SELECT s.purchase_id AS "purchaseId", s.state, s.row_id AS "rowId", s.is_disclosed AS "isDisclosed",
      p.status = 'REJECTED' AS "isRejected",
      p.status = 'REJECTED' AND EXISTS (SELECT FROM bank_matches m WHERE m.company_id = s.company_id AND m.row_id = s.row_id
        AND m.purchase_id <> s.purchase_id AND m.released_at IS NULL) AS "isGivenAway"
    FROM bank_claim_states s JOIN purchases p ON p.company_id = s.company_id AND p.id = s.purchase_id
    WHERE s.company_id = ${companyId}`.execute(db);
  return rows;
}

/**
 * Stores the states of a run, unless a run that began later has stored its own. Rows and purchases that were deleted meanwhile are
 * left out, and so are purchases that were just matched while something changed that the run has not seen: the change brings another run.
 */
export async function applyRun(tx: Db, companyId: string, run: Run, { changed, ended }: StateChanges): Promise<void> {
  const { rows } = await sql<{ isLatest: boolean }>`
    UPDATE bank_state_runs SET applied = ${run.number}
    WHERE company_id = ${companyId} AND applied < ${run.number} RETURNING true AS "isLatest"`.execute(tx);
  if (rows.length === 0) return;
  await sql`
    INSERT INTO bank_claim_states (company_id, purchase_id, state, row_id, is_disclosed)
    SELECT p.company_id, p.id, n.state, n.row_id, n.is_disclosed
    FROM unnest(${changed.map((it) => it.purchaseId)}::uuid[], ${changed.map((it) => it.state)}::text[],
      ${changed.map((it) => it.rowId)}::uuid[], ${changed.map((it) => it.isDisclosed)}::boolean[]) AS n(id, state, row_id, is_disclosed)
    JOIN purchases p ON p.company_id = ${companyId} AND p.id = n.id
    LEFT JOIN bank_rows r ON r.company_id = p.company_id AND r.id = n.row_id
    WHERE (n.row_id IS NULL OR r.id IS NOT NULL) AND NOT (
      EXISTS (SELECT FROM bank_changes c WHERE c.company_id = p.company_id AND c.id <> ALL (${run.changeIds}::uuid[]))
      AND EXISTS (SELECT FROM bank_matches m WHERE m.company_id = p.company_id AND m.purchase_id = p.id
        AND coalesce(m.released_at, m.matched_at) > now() - interval '1 minute'))
    ORDER BY p.id
    ON CONFLICT (company_id, purchase_id) DO UPDATE
      SET state = EXCLUDED.state, row_id = EXCLUDED.row_id, is_disclosed = EXCLUDED.is_disclosed`.execute(tx);
  await sql`
    DELETE FROM bank_claim_states WHERE company_id = ${companyId} AND purchase_id = ANY (${ended}::uuid[])`.execute(tx);
  await sql`DELETE FROM bank_changes WHERE company_id = ${companyId} AND id = ANY (${run.changeIds}::uuid[])`.execute(
    tx,
  );
}
