/** `kill -9` while statements are imported: a statement is stored whole or not at all, and its draft can be imported again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { companyIdOf, makeAdmin } from '../support/accounts.ts';
import { reportFault } from '../support/faults.ts';
import { type Site, startSite } from '../support/site.ts';
import { getJson, importDraft, makeAccount, readStatement, statementCsv, upiCredit } from '../support/statements.ts';

const ROUNDS = 8;
const ROWS = 3_000;
/** The latest moment of a kill after the call was sent; an import of so many rows takes about as long. */
const KILLED_AFTER_MS = 600;

interface Counts {
  readonly statements: number;
  /** Statements with all their rows, references and one entry in the audit trail. */
  readonly whole: number;
  readonly rows: number;
  /** Rows without a statement, a reference or an account. */
  readonly loose: number;
}

async function countsOf(site: Site): Promise<Counts> {
  const { rows } = await sql<Counts>`
    SELECT (SELECT count(*)::int FROM bank_statements) AS statements,
      (SELECT count(*)::int FROM bank_statements s
        WHERE (SELECT count(*) FROM bank_statement_rows l WHERE l.statement_id = s.id) = s.rows
        AND (SELECT count(*) FROM audit_entries a WHERE a.subject_id = s.id AND a.action = 'statement.import') = 1
        AND NOT EXISTS (SELECT FROM statement_drafts d WHERE d.id = s.draft_id)) AS whole,
      (SELECT count(*)::int FROM bank_rows) AS rows,
      (SELECT count(*)::int FROM bank_rows r
        WHERE NOT EXISTS (SELECT FROM bank_statement_rows l WHERE l.row_id = r.id)
        OR NOT EXISTS (SELECT FROM bank_row_references f WHERE f.row_id = r.id)) AS loose`.execute(
    site.database.platform,
  );
  return rows[0] ?? { statements: 0, whole: 0, rows: 0, loose: 0 };
}

test(`${ROUNDS} kills while statements of ${ROWS} rows are imported`, async () => {
  const site = await startSite();
  onTestFinished(() => site.remove());
  const accountId = await makeAccount(site, await companyIdOf(site));
  const admin = await makeAdmin(site);
  for (let round = 1; round <= ROUNDS; round++) {
    const day = `2026-11-${String(round).padStart(2, '0')}`;
    const first = 600_000_000_000 + round * ROWS;
    const lines = Array.from({ length: ROWS }, (_, nth) => upiCredit(String(first + nth), '10.00', day));
    const read = await readStatement(site, admin, statementCsv(lines), { beneficiaryId: accountId });
    const { draftId } = read.body.data;
    const node = await startSite({ databaseUrl: site.databaseUrl ?? '' });
    const call = importDraft(node, admin, draftId).catch(() => null);
    await sleep(Math.floor((KILLED_AFTER_MS * round) / ROUNDS));
    await node.kill();
    const answer = await call;
    await node.remove();
    // Each check is one statement, so it sees one state, also while the server ends the lost transaction.
    const { statements, whole, rows, loose } = await countsOf(site);
    expect([whole, rows, loose]).toEqual([statements, statements * ROWS, 0]);
    // Waits for what is left of the lost transaction.
    const again = await importDraft(site, admin, draftId);
    expect([again.status, again.body.data]).toMatchObject([201, { newRows: ROWS, knownRows: 0 }]);
    if (answer?.status === 201) expect(again.body.data).toEqual(answer.body.data);
    expect((await importDraft(site, admin, draftId)).body.data).toEqual(again.body.data);
    expect(await countsOf(site)).toEqual({ statements: round, whole: round, rows: round * ROWS, loose: 0 });
  }
  const { data } = (await getJson(site, admin, 'summary/get')).body;
  reportFault('kill -9 while a statement is imported', `${ROUNDS} kills, ${ROUNDS * ROWS} rows there once`);
  expect(data.credits).toBe(`${ROUNDS * ROWS * 10}.00`);
}, 600_000);
