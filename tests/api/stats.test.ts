import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeCompany, makeMember, makeSuper } from '../support/accounts.ts';
import { APPROVE, manual, post, REJECT, submitted, upi } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';
import { expectTotals, liveFigures } from '../support/stats.ts';

const DASHBOARD = '/api/v1/admin/dashboard/get';
const MEMBERS = '/api/v1/admin/member/statistics';
const TRANSACTIONS = '/api/v1/admin/transaction/statistics';

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

describe('who may ask', () => {
  it.each([DASHBOARD, MEMBERS, TRANSACTIONS])('%s: admins of the company, nobody else', async (path) => {
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

describe('the figures', () => {
  it('are those of the company, recomputed from its rows, on its first day and later', async () => {
    const company = await makeCompany(site);
    await makeMember(site, { companyId: company });
    const figures = async () => ({
      summary: await get(DASHBOARD),
      members: await get(MEMBERS),
      transactions: await get(TRANSACTIONS),
    });
    expect(await figures()).toEqual(await liveFigures(site, companyId));

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
    expect(now.transactions).toMatchObject({ total: '2360.00', upi: '1180.00', manual: '1180.00', bank: '0.00' });
    expect(now.summary.waiting).toMatchObject({ purchases: 1, amount: '1180.00' });
    expect(now.summary.privateSupplyData.stockBalance).toBe(8000);
    expect(now.summary.remainingPrivateSupply).toBe(now.summary.privateSupply - 12_000);
    expect(now.summary).toMatchObject({ userInactive: 1, userBlock: 1 });
  });

  it('leave out an account that was erased, and follow a change of status', async () => {
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

describe('the kept totals', () => {
  it('agree with the rows after many changes at once, by one row and by many', async () => {
    const company = await makeCompany(site);
    const db = site.database.platform;
    const addUsers = (count: number) =>
      sql`INSERT INTO users (company_id, email, name, mobile, status, is_approved, member_id, password_hash)
        SELECT ${company}, gen_random_uuid() || '@example.com', 'Some Body', '+919876543210',
          (ARRAY['ACTIVE', 'INACTIVE', 'BLOCKED'])[1 + n % 3], n % 2 = 0, gen_random_uuid()::text, ''
        FROM generate_series(1, ${count}::int) AS n`.execute(db);
    const addPurchases = (count: number) =>
      sql`INSERT INTO purchases (company_id, user_id, order_number, payment_method, order_amount_paise, price_micros,
          quantity, fee_bps, fee_paise, final_amount_paise, claimed_amount_paise, content_hash)
        SELECT ${company}, u.id, gen_random_uuid()::text, (ARRAY['BANK', 'UPI', 'MANUAL', 'CRYPTO'])[1 + n % 4],
          100 * n, 250000, 4 * n, 1800, 18 * n, 118 * n, 118 * n, ''
        FROM generate_series(1, ${count}::int) AS n, LATERAL (
          SELECT id FROM users WHERE company_id = ${company} ORDER BY id OFFSET n % 10 LIMIT 1) AS u`.execute(db);
    const decide = (status: string, share: number) =>
      sql`UPDATE purchases SET status = ${status}, decided_at = now()
        WHERE company_id = ${company} AND status = 'PENDING' AND hashtext(id::text) % ${share}::int = 0`.execute(db);
    await addUsers(60);
    await addPurchases(100);
    await Promise.all([
      ...Array.from({ length: 12 }, () => addPurchases(1)),
      ...Array.from({ length: 12 }, () => addUsers(1)),
      decide('APPROVED', 3),
      decide('REJECTED', 5),
      addPurchases(50),
      sql`UPDATE users SET is_approved = NOT is_approved WHERE company_id = ${company}`.execute(db),
      sql`UPDATE users SET status = 'BLOCKED' WHERE company_id = ${company} AND status = 'ACTIVE'`.execute(db),
      sql`DELETE FROM purchases WHERE company_id = ${company} AND payment_method = 'CRYPTO'`.execute(db),
    ]);
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

  it('are counted anew by `recount_totals`, whatever they were', async () => {
    const db = site.database.platform;
    await sql`UPDATE user_totals SET users = users + 7`.execute(db);
    await sql`DELETE FROM purchase_totals`.execute(db);
    await expect(expectTotals(site)).rejects.toThrow();
    await sql`SELECT recount_totals()`.execute(db);
    await expectTotals(site);
  });

  it('make the figures as quick with many rows as with few', async () => {
    const time = async (): Promise<number> => {
      const took: number[] = [];
      for (let round = 0; round < 40; round++) {
        const start = performance.now();
        await get(DASHBOARD);
        took.push(performance.now() - start);
      }
      return took.sort((a, b) => a - b)[20] ?? 0;
    };
    await time();
    const few = await time();
    await sql`INSERT INTO users (company_id, email, name, mobile, member_id, password_hash)
      SELECT ${companyId}, 'many-' || n || '@example.com', 'Some Body', '+919876543210', 'MANY' || n, ''
      FROM generate_series(1, 50000) AS n`.execute(site.database.platform);
    const many = await time();
    expect(many).toBeLessThan(3 * few + 5);
    expect(await get(MEMBERS)).toEqual((await liveFigures(site, companyId)).members);
  });
});
