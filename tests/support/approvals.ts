/** What one admin proposes and a second one has to confirm. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Account, companyIdOf, PASSWORD } from './accounts.ts';
import { freshIp, type Site } from './site.ts';

/** A new account, as it is sent to be added. */
export const NEW_ACCOUNT = {
  holderName: 'Cow Launch Private Limited',
  bankName: 'Bank of Baroda',
  branch: 'Fort, Mumbai',
  accountNumber: '0660000004321',
  ifscCode: 'BARB0FORTXX',
  upi: 'second@barb',
};

/** One change of the primary account, one new account, and one change of the settings, all three by `maker`. */
export async function proposeChanges(site: Site, maker: Account): Promise<void> {
  await sql`UPDATE companies SET two_admins_for_accounts = true WHERE id = ${await companyIdOf(site)}`.execute(
    site.database.platform,
  );
  const call = async (method: string, path: string, body?: object) =>
    (
      await site.call(method, `/api/v1/admin/${path}`, {
        token: maker.token,
        ip: freshIp(),
        ...(body && { body: { ...body, password: PASSWORD } }),
      })
    ).body;
  const { holderName, bankName, branch, accountNumber, ifscCode } = (await call('GET', 'beneficiary/get')).data;
  const changed = { holderName, bankName, branch, accountNumber, ifscCode, upi: 'changed@sbi' };
  const { version } = (await call('GET', 'settings/get')).data;
  for (const answer of [
    await call('PUT', 'beneficiary/update', changed),
    await call('POST', 'beneficiary/add', NEW_ACCOUNT),
    await call('PUT', 'settings/update', { version, twoAdminsForAccounts: false }),
  ])
    expect(answer).toMatchObject({ status: true, data: { state: 'waiting' } });
}
