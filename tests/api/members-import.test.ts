/** Admins import members from a file: what a preview says, what an import stores, and that it stores all or nothing, once. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, makeAdmin, makeCompany, makeMember, outdateSessions, PASSWORD } from '../support/accounts.ts';
import { callsOf, newPerson, trailAbout, userRow } from '../support/members.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
});
afterAll(() => site?.remove());

function send(verb: 'read' | 'add', file: string | null, who = admin, fields: Record<string, string> = {}) {
  const body = new FormData();
  if (file !== null) body.append('members', new File([file], 'members.csv', { type: 'text/csv' }));
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return site.call('POST', `/api/v1/admin/member/import/${verb}`, { body, token: who.token, ip: freshIp() });
}

let files = 0;
/** Addresses that no other test has. */
function addresses(count: number): string[] {
  files++;
  return Array.from({ length: count }, (_, at) => `import-${process.pid}-${files}-${at}@example.com`);
}
const lineOf = (email: string): string => `Asha Rao,9876543210,${email}`;
const csv = (...lines: string[]): string => ['Name,Mobile,Email', ...lines, ''].join('\n');

const accountsOf = (emails: readonly string[], companyId = admin.companyId) =>
  site.database.platform
    .selectFrom('users')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('email', 'in', emails)
    .orderBy('email')
    .execute();
const mailsOf = (emails: readonly string[]) =>
  site.database.platform
    .selectFrom('mails')
    .select(['kind', 'lane', 'to_address'])
    .where('to_address', 'in', emails)
    .orderBy('to_address')
    .execute();
const counts = ({ body }: Answer) => body.data;

describe('a preview', () => {
  it('says what is new, known, repeated and wrong, and stores nothing', async () => {
    const [fresh = '', second = ''] = addresses(2);
    const known = await makeMember(site);
    const answer = await send(
      'read',
      csv(lineOf(fresh), lineOf(known.email.toUpperCase()), lineOf(fresh), `,1,${second}`).replace(
        'Email',
        'Email,City',
      ),
    );
    expect([answer.status, answer.body.data]).toEqual([
      200,
      {
        newMembers: 1,
        known: 1,
        repeated: 1,
        wrong: 1,
        unusedColumns: ['City'],
        preview: [{ line: 2, name: 'Asha Rao', mobile: '+919876543210', email: fresh }],
        leftOut: [
          expect.objectContaining({ line: 5, why: 'WRONG', reason: expect.stringContaining('Please enter the name.') }),
          expect.objectContaining({ line: 4, why: 'REPEATED', reason: 'The same email as on line 2.' }),
          expect.objectContaining({ line: 3, why: 'KNOWN', reason: 'Has an account already.' }),
        ],
      },
    ]);
    expect(await accountsOf([fresh, second])).toEqual([]);
  });

  it('does not know accounts of other companies', async () => {
    const foreign = await makeMember(site, { companyId: await makeCompany(site) });
    expect(counts(await send('read', csv(lineOf(foreign.email))))).toMatchObject({ newMembers: 1, known: 0 });
    expect(counts(await send('add', csv(lineOf(foreign.email))))).toMatchObject({ added: 1, known: 0 });
    expect(await userRow(site, foreign.id)).toMatchObject({ password_given_at: null, name: 'Asha Rao' });
    expect(await accountsOf([foreign.email], foreign.companyId)).toHaveLength(1);
  });
});

describe('an import', () => {
  it('adds members who wait, without a password that anybody knows, and invites them after all other mails', async () => {
    const emails = addresses(3);
    const answer = await send('add', csv(...emails.map(lineOf)));
    expect([answer.status, answer.body.message, counts(answer)]).toEqual([
      200,
      '3 members imported',
      { added: 3, known: 0, repeated: 0, wrong: 0 },
    ]);
    const rows = await accountsOf(emails);
    for (const row of rows)
      expect(row).toMatchObject({
        name: 'Asha Rao',
        mobile: '+919876543210',
        role: 'USER',
        status: 'ACTIVE',
        is_approved: false,
        referrer_id: null,
        password_given_at: null,
      });
    expect(new Set(rows.map((row) => row.member_id)).size).toBe(3);
    expect(await mailsOf(emails)).toEqual(emails.map((to) => ({ kind: 'invitation', lane: 3, to_address: to })));
    const [first] = rows;
    expect(await trailAbout(site, first?.id ?? '')).toEqual([
      expect.objectContaining({
        action: 'user.add',
        actor_id: admin.id,
        after: { memberId: first?.member_id, role: 'USER' },
      }),
    ]);
    const entries = await trailAbout(site, admin.companyId);
    expect(
      entries.filter(({ action, after }) => action === 'user.import' && (after as { members: number }).members === 3),
    ).toHaveLength(1);
  });

  it('leads to a password by a code to the address', async () => {
    const [email = ''] = addresses(1);
    await send('add', csv(lineOf(email)));
    expect(await site.mail(email)).toContain('/fogot-password');
    const post = (path: string, body: object) =>
      site.call('POST', `/api/v1/user/auth/${path}`, { body, ip: freshIp(), headers: { Origin: site.url } });
    await post('forgot-password/otp', { user: email });
    const newPassword = 'seven quiet lanterns';
    const mail = await site.mail(email, { containing: 'to set a new password' });
    const otp = /^\d{6}\s*$/m.exec(mail)?.[0].trim();
    await post('forgot-password', { user: email, otp, password: newPassword });
    expect((await post('login', { user: email, password: newPassword })).status).toBe(200);
  });

  it('adds nobody when it is repeated, and the sum once when two admins import at the same time', async () => {
    const emails = addresses(20);
    const other = await makeAdmin(site);
    const file = csv(...emails.map(lineOf));
    const both = await Promise.all([send('add', file), send('add', file, other)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both.map((answer) => counts(answer).added).toSorted((a, b) => a - b)).toEqual([0, 20]);
    const again = await send('add', file);
    expect([again.body.message, counts(again).known]).toEqual(['No new members', 20]);
    expect([await accountsOf(emails), await mailsOf(emails)].map((rows) => rows.length)).toEqual([20, 20]);
  });

  it('adds all or nobody: a fault at the last member undoes the others', async () => {
    const emails = addresses(5);
    const last = emails.at(-1) ?? '';
    const { platform } = site.database;
    await sql`CREATE FUNCTION fail_import() RETURNS trigger LANGUAGE plpgsql AS
      $$BEGIN IF NEW.to_address = ${sql.lit(last)} THEN RAISE 'planted'; END IF; RETURN NEW; END$$`.execute(platform);
    await sql`CREATE TRIGGER fail_import BEFORE INSERT ON mails FOR EACH ROW EXECUTE FUNCTION fail_import()`.execute(
      platform,
    );
    const file = csv(...emails.map(lineOf));
    try {
      const answer = await send('add', file);
      expect([answer.status, answer.body.message]).toEqual([
        500,
        expect.stringContaining('Failed to import the members'),
      ]);
    } finally {
      await sql`DROP TRIGGER fail_import ON mails`.execute(platform);
      await sql`DROP FUNCTION fail_import()`.execute(platform);
    }
    expect([await accountsOf(emails), await mailsOf(emails)]).toEqual([[], []]);
    expect(counts(await send('add', file)).added).toBe(5);
  });

  it('goes on when one of them registers at the same moment', async () => {
    const emails = addresses(4);
    const [, registering = ''] = emails;
    const { platform } = site.database;
    const { id, ...row } = (await userRow(site, (await makeMember(site)).id)) ?? {};
    expect(id).toBeDefined();
    let importing: Promise<Answer> | undefined;
    await platform.transaction().execute(async (tx) => {
      const values = { ...row, email: registering, member_id: `ZZZ${process.pid}` };
      await tx
        .insertInto('users')
        .values(values as never)
        .execute();
      importing = send('add', csv(...emails.map(lineOf)));
      // It waits for the outcome of the registration.
      await expect
        .poll(
          async () => {
            const { rows } = await sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'
            AND datname = current_database() AND query ILIKE 'insert into "users"%'`.execute(platform);
            return rows.length;
          },
          { timeout: 20_000 },
        )
        .toBe(1);
    });
    const answer = await importing;
    expect([answer?.status, answer && counts(answer)]).toEqual([200, { added: 3, known: 1, repeated: 0, wrong: 0 }]);
  });

  it('needs a recent sign-in or the password; a preview needs neither', async () => {
    const stale = await makeAdmin(site);
    await outdateSessions(site, stale);
    const [email = ''] = addresses(1);
    const file = csv(lineOf(email));
    expect((await send('read', file, stale)).status).toBe(200);
    expect((await send('add', file, stale)).body.code).toBe('reauthentication_required');
    expect((await send('add', file, stale, { password: 'wrong' })).status).toBe(422);
    expect(await accountsOf([email])).toEqual([]);
    expect((await send('add', file, stale, { password: PASSWORD })).status).toBe(200);
  });

  it('counts each of its members as added by the admin, who can then not be the second of two with them', async () => {
    const [email = ''] = addresses(1);
    await send('add', csv(lineOf(email)));
    const [row] = await accountsOf([email]);
    const single = await callsOf(site, admin).add(newPerson());
    const added = await userRow(site, single.body.data.id);
    expect(row?.sponsors).toEqual(added?.sponsors);
    expect(row?.sole_sponsors).toEqual(added?.sole_sponsors);
    expect(row?.sponsors).toContain(admin.id);
  });
});

describe('both calls', () => {
  it('are only for admins of the company', async () => {
    const member = await makeMember(site);
    const foreign = await makeAdmin(site, { companyId: await makeCompany(site) });
    const [email = ''] = addresses(1);
    for (const verb of ['read', 'add'] as const) {
      expect((await send(verb, csv(lineOf(email)), member)).status).toBe(403);
      expect((await send(verb, csv(lineOf(email)), foreign)).status).toBe(401);
    }
    expect(await accountsOf([email])).toEqual([]);
  });

  it.each([
    [null, {}, 'Please choose a file.'],
    ['', {}, 'The file is empty.'],
    ['Name,Email\nAsha,a@example.com\n', {}, /Missing: mobile number\./],
    ['Name,Mobile,Email\n', { role: 'ADMIN' }, 'Unknown field: role.'],
    [`Name,Mobile,Email\n${'x'.repeat(1024 * 1024)}`, {}, 'The file is 1.1 MB; at most 1 MB. Please divide it.'],
  ] as const)('refuse case %#', async (file, fields, message) => {
    for (const verb of ['read', 'add'] as const) {
      const answer = await send(verb, file, admin, fields);
      expect([answer.status, answer.body.message]).toEqual([422, expect.stringMatching(message)]);
    }
  });
});
