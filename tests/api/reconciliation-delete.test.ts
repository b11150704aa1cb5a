/** A statement that one admin invented is deleted by another one, whatever was decided about its rows and undone. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { assign, undo } from '../support/bank-rows.ts';
import { freshReference, manual, post, REVERSE, submitted, withoutCaps } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';
import { dayInIndia, importLines, makeAccount, RECONCILIATION } from '../support/statements.ts';

let site: Site;
let companyId: string;
let [attacker, honest, buyer] = [{}, {}, {}] as [Account, Account, Account];
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  await withoutCaps(site);
  companyId = await companyIdOf(site);
  [attacker, honest, buyer] = [await makeAdmin(site), await makeAdmin(site), await makeMember(site)];
});
afterAll(() => site?.remove());

const remove = (who: Account, id: string) =>
  site.call('DELETE', `${RECONCILIATION}/statement/delete`, { body: { id }, token: who.token });

const rowOf = async (reference: string): Promise<string> =>
  (
    await site.database.platform
      .selectFrom('bank_row_references')
      .select('row_id')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
  ).row_id;

it.each([
  ['a part payment that was undone', '2000', async (rowId: string) => void (await undo(site, attacker, rowId))],
  [
    'an approval that was reversed',
    '1000',
    async (_: string, id: string) => void (await post(site, REVERSE, attacker, { id, reason: 'It was a mistake.' })),
  ],
] as const)('after %s, and not before', async (_, purchaseAmount, takeBack) => {
  const reference = freshReference();
  const line = { day: dayInIndia(), amount: '1180.00', narration: `NEFT ${reference}`, reference };
  const accountId = await makeAccount(site, companyId);
  const { body } = await importLines(site, attacker, accountId, [line]);
  const amount = purchaseAmount === '2000' ? '2360.00' : '1180.00';
  const { id } = await submitted(site, buyer, manual({ referenceNumber: freshReference(), purchaseAmount, amount }));
  const rowId = await rowOf(reference);
  expect((await assign(site, attacker, { rowId, purchaseId: id })).status).toBe(200);
  expect((await remove(honest, body.data.statementId)).status).toBe(409);
  await takeBack(rowId, id);
  expect((await remove(honest, body.data.statementId)).status).toBe(200);
  // The bank's own file with another amount of the number is no contradiction any more.
  expect((await importLines(site, honest, accountId, [{ ...line, amount: '1.00' }])).status).toBe(201);
});
