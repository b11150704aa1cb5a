import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatIsoDay } from '../../src/lib/core/format.ts';
import { readPurchaseTotals, readUserTotals } from '../../src/lib/dashboard/store.ts';
import { inTransaction } from '../../src/lib/db/client.ts';
import { type Account, companyIdOf, makeAdmin, makeCompany, makeMember, makeSuper } from '../support/accounts.ts';
import { expectTotals, liveFigures } from '../support/dashboard.ts';
import { plansOf } from '../support/plans.ts';
import { APPROVE, manual, post, REJECT, REVERSE, submitted, upi } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

const DASHBOARD = '/api/v1/admin/dashboard/get';
const MEMBERS = '/api/v1/admin/member/statistics';
const TRANSACTIONS = '/api/v1/admin/transaction/statistics';
const COLLECTION = '/api/v1/admin/dashboard/collection';

let site: Site;
let admin: Account;
let companyId: string;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
  companyId = await companyIdOf(site);
});
afterAll(() => site?.remove());

const get = async (path: string, who: Account = admin) => {
  const answer = await site.call('GET', path, { token: who.token, ip: freshIp() });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
};

describe('access', () => {
  it.each([DASHBOARD, MEMBERS, TRANSACTIONS, COLLECTION])('%s: admins of the company, nobody else', async (path) => {
    const ask = (token?: string) => site.call('GET', path, { ip: freshIp(), ...(token && { token }) });
    expect((await ask()).status).toBe(401);
    expect((await ask((await makeMember(site)).token)).status).toBe(403);
    expect((await ask((await makeSuper(site)).token)).status).toBe(403);
    const foreign = await makeAdmin(site, { companyId: await makeCompany(site) });
    expect((await ask(foreign.token)).status).toBe(401);
    expect((await ask(admin.token)).status).toBe(200);
    const named = await site.call('GET', `${path}?companyId=${foreign.companyId}`, {
      token: admin.token,
      ip: freshIp(),
    });
    expect(named.status).toBe(422);
  });
});

describe('the collection', () => {
  it('sums approved purchases by the Indian day of their approval', async () => {
    const before = await get(COLLECTION);
    expect([before.days.length, before.days.at(-1).day]).toEqual([30, formatIsoDay(Date.now())]);
    const buyer = await makeMember(site, { isApproved: true });
    const [now, late, reversed, old] = [
      await submitted(site, buyer, manual()),
      await submitted(site, buyer, manual({ amount: '590.00', purchaseAmount: '500' })),
      await submitted(site, buyer, manual({ amount: '295.00', purchaseAmount: '250' })),
      await submitted(site, buyer, manual({ amount: '147.50', purchaseAmount: '125' })),
    ];
    for (const { id } of [now, late, reversed, old]) await post(site, APPROVE, admin, { id });
    // The last second of ten days ago and the first of the day after, in India; and beyond the line.
    const day = before.days[19].day;
    const setDecided = (id: string, at: string) =>
      sql`UPDATE purchases SET created_at = ${at}::timestamptz, decided_at = ${at}::timestamptz WHERE id = ${id}`.execute(
        site.database.platform,
      );
    await setDecided(late.id, `${day}T23:59:59+05:30`);
    await setDecided(old.id, `${before.days[0].day}T00:00:00+05:30`);
    const reversal = await post(site, REVERSE, admin, { id: reversed.id, reason: 'Returned' });
    expect(reversal.status).toBe(200);
    const after = await get(COLLECTION);
    const amounts = after.days.map(({ amount }: { amount: string }) => amount);
    expect([amounts[0], amounts[19], amounts[20], amounts[29]]).toEqual(['147.50', '590.00', '0.00', '1180.00']);
    expect([after.today, after.collected, after.approved]).toEqual(['1180.00', '1917.50', 3]);
    const { total } = await get(TRANSACTIONS);
    expect(total).toBe(after.collected);
  });
});

describe('the figures', () => {
  it('equal the sums over the rows of the company, on its first day and later', async () => {
    const company = await makeCompany(site);
    await makeMember(site, { companyId: company });
    const figures = async () => ({
      summary: await get(DASHBOARD),
      members: await get(MEMBERS),
      transactions: await get(TRANSACTIONS),
    });
    const before = await figures();
    expect(before).toEqual(await liveFigures(site, companyId));

    const members = await Promise.all([
      makeMember(site, { isApproved: true }),
      makeMember(site),
      makeMember(site, { status: 'INACTIVE' }),
      makeMember(site, { status: 'BLOCKED', isApproved: true }),
    ]);
    const [buyer] = members;
    const first = await submitted(site, buyer, manual());
    const second = await submitted(site, buyer, await upi(site, buyer));
    const third = await submitted(site, buyer, await upi(site, buyer));
    await submitted(site, buyer, manual());
    expect((await post(site, APPROVE, admin, { id: first.id })).status).toBe(200);
    expect((await post(site, APPROVE, admin, { id: second.id })).status).toBe(200);
    expect((await post(site, REJECT, admin, { id: third.id })).status).toBe(200);

    const now = await figures();
    expect(now).toEqual(await liveFigures(site, companyId));
    const rupees = (of: typeof now) => ['total', 'upi', 'manual', 'bank'].map((key) => Number(of.transactions[key]));
    const earlier = rupees(before);
    expect(rupees(now).map((amount, at) => amount - (earlier[at] ?? 0))).toEqual([2360, 1180, 1180, 0]);
    expect(now.summary.waiting).toMatchObject({ purchases: 1, amount: '1180.00' });
    const { stockBalance } = before.summary.privateSupplyData;
    expect(now.summary.privateSupplyData.stockBalance - stockBalance).toBe(8000);
    expect(before.summary.remainingPrivateSupply - now.summary.remainingPrivateSupply).toBe(12_000);
    expect(now.summary).toMatchObject({ userInactive: 1, userBlock: 1 });
  });

  it('exclude an erased account, and follow a change of status', async () => {
    const member = await makeMember(site);
    const before = await get(DASHBOARD);
    const change = (set: string) =>
      sql`UPDATE users SET ${sql.raw(set)} WHERE id = ${member.id}`.execute(site.database.platform);
    await change("status = 'BLOCKED'");
    const blocked = await get(DASHBOARD);
    expect([blocked.userActive, blocked.userBlock]).toEqual([before.userActive - 1, before.userBlock + 1]);
    await change('is_approved = true');
    expect((await get(DASHBOARD)).waiting.membersToVerify).toBe(before.waiting.membersToVerify - 1);
    await change('deleted_at = now()');
    expect((await get(DASHBOARD)).userBlock).toBe(before.userBlock);
    expect(await get(MEMBERS)).toEqual((await liveFigures(site, companyId)).members);
  });
});

describe('the stored totals', () => {
  it('equal the rows after many parallel changes, of single rows and of many', async () => {
    const company = await makeCompany(site);
    const db = site.database.platform;
    const addUsers = (count: number) =>
      sql`INSERT INTO users (company_id, email, name, mobile, status, is_approved, member_id, password_hash)
        SELECT ${company}, gen_random_uuid() || '@example.com', 'Some Body', '+919876543210',
          (ARRAY['ACTIVE', 'INACTIVE', 'BLOCKED'])[1 + n % 3], n % 2 = 0, gen_random_uuid()::text, ''
        FROM generate_series(1, ${count}::int) AS n`;
    const addPurchases = (count: number) =>
      sql`INSERT INTO purchases (company_id, user_id, order_number, payment_method, order_amount_paise, price_micros,
          quantity, fee_bps, fee_paise, final_amount_paise, claimed_amount_paise, content_hash)
        SELECT ${company}, u.id, gen_random_uuid()::text, (ARRAY['BANK', 'UPI', 'MANUAL', 'CRYPTO'])[1 + n % 4],
          100 * n, 250000, 4 * n, 1800, 18 * n, 118 * n, 118 * n, ''
        FROM generate_series(1, ${count}::int) AS n, LATERAL (
          SELECT id FROM users WHERE company_id = ${company} ORDER BY id OFFSET n % 10 LIMIT 1) AS u`;
    const decide = (status: string, share: number) =>
      sql`UPDATE purchases SET status = ${status}, decided_at = now()
        WHERE company_id = ${company} AND status = 'PENDING' AND hashtext(id::text) % ${share}::int = 0`;
    // Statements that change the same rows in another order can deadlock: the program runs them again.
    const run = (statement: RawBuilder<unknown>) => inTransaction(db, (tx) => statement.execute(tx));
    await run(addUsers(60));
    await run(addPurchases(100));
    const changes = [
      ...Array.from({ length: 12 }, () => addPurchases(1)),
      ...Array.from({ length: 12 }, () => addUsers(1)),
      decide('APPROVED', 3),
      decide('REJECTED', 5),
      addPurchases(50),
      sql`UPDATE users SET is_approved = NOT is_approved WHERE company_id = ${company}`,
      sql`UPDATE users SET status = 'BLOCKED' WHERE company_id = ${company} AND status = 'ACTIVE'`,
      sql`DELETE FROM purchases WHERE company_id = ${company} AND payment_method = 'CRYPTO'`,
    ];
    await Promise.all(changes.map(run));
    await sql`UPDATE purchases SET payment_method = 'BANK' WHERE company_id = ${company} AND status = 'APPROVED'`.execute(
      db,
    );
    await sql`UPDATE users SET deleted_at = now() WHERE company_id = ${company} AND status = 'INACTIVE'`.execute(db);
    await sql`DELETE FROM users u WHERE company_id = ${company} AND deleted_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM purchases p WHERE p.user_id = u.id)`.execute(db);
    await expectTotals(site);
    await db
      .transaction()
      .execute(async (tx) => {
        await sql`UPDATE users SET status = 'INACTIVE' WHERE company_id = ${company}`.execute(tx);
        throw new Error('taken back');
      })
      .catch(() => undefined);
    await expectTotals(site);
  });

  it('are recomputed by `recount_totals`, even if they were wrong', async () => {
    const db = site.database.platform;
    await sql`UPDATE user_totals SET users = users + 7`.execute(db);
    await sql`DELETE FROM purchase_totals`.execute(db);
    await expect(expectTotals(site)).rejects.toThrow();
    await sql`SELECT recount_totals()`.execute(db);
    await expectTotals(site);
  });

  it('are enough to count, without reading accounts, purchases or the ledger', async () => {
    const plans = await plansOf(site.database.company(companyId), (db) =>
      Promise.all([readUserTotals(db, companyId), readPurchaseTotals(db, companyId)]),
    );
    expect(plans).toHaveLength(2);
    for (const { plan } of plans) expect(plan).not.toMatch(/ on (users|purchases|stock_entries)\b/);
  });
});
