/** Submissions and approvals commit behind their last statements: one that fails there leaves nothing, and can be sent again. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { APPROVE, expectSums, PURCHASE, post, submitted, upi } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let companyId: string;
let member: Account;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  [member, admin] = await Promise.all([makeMember(site), makeAdmin(site)]);
});
afterAll(() => site?.remove());

/** The audit entry is the last statement of both. */
const breakAudit = async (act: string): Promise<void> => {
  await sql`
    CREATE FUNCTION break_audit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS ${sql.lit(`BEGIN ${act}; RETURN NEW; END`)};
    CREATE TRIGGER break_audit BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION break_audit()`.execute(
    site.database.platform,
  );
};
const mendAudit = () => sql`DROP FUNCTION IF EXISTS break_audit CASCADE`.execute(site.database.platform);
afterEach(mendAudit);

const BREAKS = [
  ['fails', "RAISE EXCEPTION 'broken'", 500],
  ['loses its connection', 'PERFORM pg_terminate_backend(pg_backend_pid())', 503],
] as const;

const snapshot = async () => {
  const tables = ['purchases', 'stock_entries', 'receipts', 'mails', 'audit_entries'] as const;
  const count = (table: (typeof tables)[number]) =>
    site.database.platform
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<bigint>().as('rows'))
      .executeTakeFirstOrThrow();
  const supply = await site.database.platform.selectFrom('supplies').selectAll().execute();
  return { supply, rows: await Promise.all(tables.map(count)) };
};

describe.each(BREAKS)('when the last statement %s', (_what, act, status) => {
  it('a submission leaves nothing, and succeeds when it is sent again', async () => {
    const body = await upi(site, member);
    const before = await snapshot();
    await breakAudit(act);
    expect((await post(site, PURCHASE, member, body)).status).toBe(status);
    expect(await snapshot()).toEqual(before);
    await mendAudit();
    expect((await post(site, PURCHASE, member, body)).status).toBe(200);
    await expectSums(site, companyId);
  });

  it('an approval leaves nothing, and succeeds when it is sent again', async () => {
    const { id } = await submitted(site, member, await upi(site, member));
    const before = await snapshot();
    await breakAudit(act);
    expect((await post(site, APPROVE, admin, { id })).status).toBe(status);
    expect(await snapshot()).toEqual(before);
    await mendAudit();
    expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
    await expectSums(site, companyId);
  });
});
