/** A mail to the owner opens one try, while strangers guess in the codes of the account. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { altered } from '../support/codes.ts';
import { addApp, finish, guessCodes, letInPathOf, pendingOf } from '../support/factors.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

const tokenIn = async (owner: Account): Promise<string> => (await letInPathOf(site, owner)).split('=')[1] ?? '';
const mailsTo = async ({ email }: Account): Promise<number> => {
  const { rows } = await sql`SELECT FROM mails WHERE to_address = ${email} AND kind = 'factor-let-in'`.execute(
    site.database.platform,
  );
  return rows.length;
};

describe.each([
  ['an admin', makeAdmin],
  ['a member', makeMember],
] as const)('%s in whose codes strangers guess', (_, make) => {
  it('gets one try by the link of a mail, and no stranger gets one by it', async () => {
    const [owner, other] = [await make(site), await make(site)];
    const [app, otherApp] = [await addApp(site, owner), await addApp(site, other)];
    await guessCodes(site, owner, app);
    await guessCodes(site, other, otherApp);
    const refused = await finish(site, await pendingOf(site, owner), { code: app.code() });
    expect([refused.status, refused.body.message]).toEqual([429, expect.stringContaining('Too many attempts')]);
    expect(await mailsTo(owner)).toBe(1);
    const [token, foreign] = [await tokenIn(owner), await tokenIn(other)];
    const page = await fetch(`${site.url}/let-in?token=${token}`);
    expect([page.status, (await page.text()).includes('Open one try')]).toEqual([200, true]);
    const [id = '', sealed = ''] = token.split('.');
    const forged = [foreign, `${id}.${foreign.split('.')[1]}`, `${foreign.split('.')[0]}.${sealed}`, altered(token)];
    for (const letIn of forged)
      expect((await finish(site, await pendingOf(site, owner), { code: app.code(), letIn })).status).toBe(429);
    const done = await finish(site, await pendingOf(site, owner), { code: app.code(), letIn: token });
    expect([done.status, done.text]).toEqual([200, expect.any(String)]);
    expect((await finish(site, await pendingOf(site, owner), { code: app.code(1), letIn: token })).status).toBe(429);
  });

  it('spends the try with a wrong code, and gets one mail an hour', async () => {
    const owner = await make(site);
    const app = await addApp(site, owner);
    await guessCodes(site, owner, app);
    const letIn = await tokenIn(owner);
    expect((await finish(site, await pendingOf(site, owner), { code: app.code(-5), letIn })).status).toBe(422);
    expect((await finish(site, await pendingOf(site, owner), { code: app.code(), letIn })).status).toBe(429);
    expect(await mailsTo(owner)).toBe(1);
  });
});
