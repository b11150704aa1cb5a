/** `kill -9` in the middle of approving bank rows: each approval has its match, or neither exists. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { approveExact, plantPair } from '../support/bank-rows.ts';
import { reportFault } from '../support/faults.ts';
import { expectSums, withoutCaps } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';
import { makeAccount } from '../support/statements.ts';

const PAIRS = 80;
const ROUNDS = 8;
/** Approvals between two kills. */
const STEP = 7;

interface Counts {
  readonly approved: number;
  readonly matched: number;
  /** Approved purchases with exactly one match, one credit and one entry of each kind in the audit trail. */
  readonly whole: number;
}

async function countsOf(site: Site): Promise<Counts> {
  const { rows } = await sql<Counts>`
    SELECT (SELECT count(*)::int FROM purchases WHERE status = 'APPROVED') AS approved,
      (SELECT count(*)::int FROM bank_matches) AS matched,
      (SELECT count(*)::int FROM purchases p WHERE p.status = 'APPROVED'
        AND (SELECT count(*) FROM bank_matches m WHERE m.purchase_id = p.id) = 1
        AND (SELECT count(*) FROM stock_entries s WHERE s.source_id = p.id) = 1
        AND (SELECT count(*) FROM audit_entries a WHERE a.subject_id = p.id AND a.action = 'purchase.approve') = 1
        AND (SELECT count(*) FROM audit_entries a WHERE a.subject_id = p.id AND a.action = 'statement.match') = 1) AS whole
    `.execute(site.database.platform);
  return rows[0] ?? { approved: 0, matched: 0, whole: 0 };
}

test(`${ROUNDS} kills while ${PAIRS} exact matches are approved`, async () => {
  const site = await startSite();
  onTestFinished(() => site.remove());
  const companyId = await companyIdOf(site);
  await withoutCaps(site);
  const accountId = await makeAccount(site, companyId);
  const [admin, buyer] = [await makeAdmin(site), await makeMember(site)];
  for (let n = 0; n < PAIRS; n++) await plantPair(site, buyer, accountId);
  for (let round = 1; round <= ROUNDS; round++) {
    const node = await startSite({ databaseUrl: site.databaseUrl ?? '' });
    let isOver = false;
    const call = approveExact(node, admin)
      .catch(() => null)
      .finally(() => {
        isOver = true;
      });
    while (!isOver && (await countsOf(site)).approved < round * STEP) await sleep(2);
    await node.kill();
    await call;
    await node.remove();
    // Each check is one statement, so it sees one state, also while the server ends the lost transaction.
    const { approved, matched, whole } = await countsOf(site);
    expect([matched, whole]).toEqual([approved, approved]);
    await expectSums(site, companyId);
  }
  const { body } = await approveExact(site, admin);
  expect(body.data).toMatchObject({ failed: 0, remaining: 0 });
  expect(await countsOf(site)).toEqual({ approved: PAIRS, matched: PAIRS, whole: PAIRS });
  expect((await approveExact(site, admin)).body.data.results).toEqual([]);
  await expectSums(site, companyId);
  reportFault('kill -9 while exact matches are approved', `${ROUNDS} kills, ${PAIRS} approved once`);
});
