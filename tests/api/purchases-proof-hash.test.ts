/** The audit entry of each decision has the hash of the proof that was decided on, and verification names a proof that is another (S6). */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '@/lib/cli/verify.ts';
import { readConfig } from '@/lib/config.ts';
import { type Account, companyIdOf, makeAdmin, makeMember, noteStates } from '../support/accounts.ts';
import { approveExact, approvePairs, assign, plantPair } from '../support/bank-rows.ts';
import {
  APPROVE,
  freshReference,
  manual,
  post,
  purchaseRow,
  REJECT,
  REJECT_ALL,
  submitted,
  upi,
  upload,
  withoutCaps,
} from '../support/purchases.ts';
import { allSealed } from '../support/sealing.ts';
import { APP_SECRET, type Site, startSite } from '../support/site.ts';
import { makeAccount } from '../support/statements.ts';

let site: Site;
let companyId: string;
let accountId: string;
let admin: Account;
let second: Account;
let buyer: Account;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  await withoutCaps(site);
  accountId = await makeAccount(site, companyId);
  [admin, second] = [await makeAdmin(site), await makeAdmin(site)];
  buyer = await makeMember(site);
});
afterAll(() => site?.remove());

const db = () => site.database.platform;
const askForTwoAbove = (bound: bigint | null) =>
  db().updateTable('companies').set({ second_approver_above_paise: bound }).where('id', '=', companyId).execute();
beforeEach(() => askForTwoAbove(null));

const hashOf = async (receiptId: string) =>
  (await db().selectFrom('media').select('sha256').where('id', '=', receiptId).executeTakeFirstOrThrow()).sha256;
/** Action and proof of the entries of a purchase that say one. */
async function proofsOf(purchaseId: string): Promise<unknown[]> {
  const { rows } = await sql<{ action: string; proof: string | null }>`
    SELECT action, after ->> 'proofSha256' AS proof FROM audit_entries
    WHERE subject_id = ${purchaseId} AND after ? 'proofSha256' ORDER BY seq`.execute(db());
  return rows.map(({ action, proof }) => [action, proof]);
}
const proven = async () => {
  const receiptId = await upload(site, buyer);
  return { receiptId, sha256: await hashOf(receiptId), pair: await plantPair(site, buyer, accountId, { receiptId }) };
};

describe('the entry has the hash of the proof', () => {
  it.each([
    ['one admin', (id: string) => post(site, APPROVE, admin, { id }), 'purchase.approve'],
    ['a rejection', (id: string) => post(site, REJECT, admin, { id }), 'purchase.reject'],
    ['the rejection of all of a member', () => post(site, REJECT_ALL, admin, { userId: buyer.id }), 'purchase.reject'],
  ])('%s', async (_, decide, action) => {
    const body = await upi(site, buyer);
    const { id } = await submitted(site, buyer, body);
    expect((await decide(id)).status).toBe(200);
    expect(await proofsOf(id)).toEqual([[action, await hashOf(body.receiptId)]]);
  });

  it.each([
    ['matches that were chosen', (pair: { rowId: string; purchaseId: string }) => approvePairs(site, admin, [pair])],
    ['all exact matches together', () => approveExact(site, admin)],
    [
      'an assignment by hand',
      ({ rowId, purchaseId }: { rowId: string; purchaseId: string }) => assign(site, admin, { rowId, purchaseId }),
    ],
  ])('reconciliation: %s', async (_, decide) => {
    const { pair, sha256 } = await proven();
    expect((await decide(pair)).status).toBe(200);
    expect((await purchaseRow(site, pair.purchaseId)).status).toBe('APPROVED');
    expect(await proofsOf(pair.purchaseId)).toEqual([['purchase.approve', sha256]]);
  });

  it.each([
    ['in the queue', (id: string, who: Account) => post(site, APPROVE, who, { id })],
    ['from the statement', (_id: string, who: Account) => approveExact(site, who)],
  ])('two admins, the second one %s', async (_, complete) => {
    await askForTwoAbove(1000n);
    const { pair, sha256 } = await proven();
    for (const who of [admin, second]) expect((await complete(pair.purchaseId, who)).status).toBe(200);
    expect((await purchaseRow(site, pair.purchaseId)).status).toBe('APPROVED');
    expect(await proofsOf(pair.purchaseId)).toEqual([
      ['purchase.approve.first', sha256],
      ['purchase.approve', sha256],
    ]);
  });

  it('and says that there was none', async () => {
    const { id } = await submitted(site, buyer, manual({ referenceNumber: freshReference() }));
    expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
    expect(await proofsOf(id)).toEqual([['purchase.approve', null]]);
  });
});

describe('ledger:verify names a purchase', () => {
  let id: string;
  let receiptId: string;
  let other: string;
  let unproven: string;
  beforeAll(async () => {
    const body = await upi(site, buyer);
    receiptId = body.receiptId;
    ({ id } = await submitted(site, buyer, body));
    other = await upload(site, buyer);
    ({ id: unproven } = await submitted(site, buyer, manual({ referenceNumber: freshReference() })));
    for (const purchaseId of [id, unproven])
      expect((await post(site, APPROVE, admin, { id: purchaseId })).status).toBe(200);
    await noteStates(site);
    await allSealed(site);
  });

  const verified = async () => {
    const lines: string[] = [];
    const config = readConfig({ DATABASE_URL: String(site.databaseUrl), DATA_DIR: site.dataDir, APP_SECRET });
    await verifyLedger(site.database, config, (line) => void lines.push(line));
    return lines.join('\n');
  };
  /** As somebody who has the rights of the owner: no trigger stops it. */
  const change = (statement: string) =>
    db()
      .transaction()
      .execute(async (tx) => {
        await sql`SET LOCAL session_replication_role = replica`.execute(tx);
        await sql.raw(statement).execute(tx);
      });

  it.each([
    [
      'the hash of its proof is another',
      () => [id, `UPDATE media SET sha256 = repeat('0', 64) WHERE id = '${receiptId}'`],
    ],
    ['it names another proof', () => [id, `UPDATE purchases SET receipt_id = '${other}' WHERE id = '${id}'`]],
    ['its proof is taken away', () => [id, `UPDATE purchases SET receipt_id = NULL WHERE id = '${id}'`]],
    ['the row of its proof is gone', () => [id, `DELETE FROM media WHERE id = '${receiptId}'`]],
    [
      'it gets a proof later',
      () => [unproven, `UPDATE purchases SET receipt_id = '${other}' WHERE id = '${unproven}'`],
    ],
  ])('when %s', async (_, attack) => {
    expect(await verified()).toMatch(/^ok ledger/);
    const rows = await sql<{
      media: string;
    }>`SELECT to_jsonb(m)::text AS media FROM media m WHERE id = ${receiptId}`.execute(db());
    const [purchaseId = '', statement = ''] = attack();
    await change(statement);
    expect(await verified()).toContain(`the proof of purchase ${purchaseId} is not the one in the audit trail`);
    await change(`DELETE FROM media WHERE id = '${receiptId}';
      INSERT INTO media SELECT * FROM jsonb_populate_record(NULL::media, '${rows.rows[0]?.media}');
      UPDATE purchases SET receipt_id = '${receiptId}' WHERE id = '${id}';
      UPDATE purchases SET receipt_id = NULL WHERE id = '${unproven}'`);
  });
});
