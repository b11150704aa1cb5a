/** Low findings: the first accounts leave a trace, and nobody learns from a profile who has a number. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companyIdOf, makeMember } from '../support/accounts.ts';
import { aadhaar, profileCalls, wallet } from '../support/profile.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

describe('low: an account that nobody is seen to have made', () => {
  it('the first admin and the first super admin are in the audit trails', async () => {
    const db = site.database.platform;
    const { rows } = await sql<{ action: string; email: string }>`
      SELECT e.action, coalesce(u.email, s.email) AS email FROM audit_entries e
      LEFT JOIN users u ON u.id = e.subject_id LEFT JOIN super_admins s ON s.id = e.subject_id
      WHERE e.action IN ('user.first-admin', 'user.first-super') ORDER BY e.action`.execute(db);
    expect(rows).toMatchObject([
      { action: 'user.first-admin', email: 'admin@example.com' },
      { action: 'user.first-super', email: expect.stringContaining('@') },
    ]);
    const { rows: scopes } = await sql<{ scope_id: string }>`
      SELECT scope_id FROM audit_entries WHERE action = 'user.first-admin'`.execute(db);
    expect(scopes[0]?.scope_id).toBe(await companyIdOf(site));
  });
});

describe('low: a profile tells who has an Aadhaar number or a wallet', () => {
  it('a number that another account has is answered as any other', async () => {
    const { update, get } = profileCalls(() => site);
    const [owner, prober] = [await makeMember(site), await makeMember(site)];
    const known = { kycDocumentNumber: aadhaar(), walletAddress: wallet() };
    const unknown = { kycDocumentNumber: aadhaar(), walletAddress: wallet() };
    await update(owner, known);
    const [a, b] = [await update(prober, unknown), await update(prober, known)];
    expect({ status: b.status, body: b.body }).toEqual({ status: a.status, body: a.body });
    expect(await get(prober)).toMatchObject({ walletAddress: known.walletAddress });
  });
});
