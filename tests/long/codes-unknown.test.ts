/** An address that must not get a code has a row all the same, so that it costs the same work: no code at all fits it. */
import { expect, onTestFinished, test } from 'vitest';
import { secretsOf } from '../../src/lib/secrets.ts';
import { makeMember } from '../support/accounts.ts';
import { askCode } from '../support/codes.ts';
import { APP_SECRET, startSite } from '../support/site.ts';

const CODES = 1_000_000;

test.each([
  ['of an account that exists', 0],
  ['that is new', 1],
])('of all codes, the row of an address %s has %s', async (_, right) => {
  const site = await startSite();
  onTestFinished(() => site.remove());
  const { email, companyId } = await makeMember(site);
  const address = right === 0 ? email : `new.${email}`;
  expect((await askCode(site, 'register', address)).status).toBe(200);
  const { code_hash: stored } = await site.database.platform
    .selectFrom('codes')
    .select('code_hash')
    .where('address', '=', address)
    .executeTakeFirstOrThrow();
  const secrets = secretsOf(APP_SECRET);
  let fitting = 0;
  for (let code = 0; code < CODES; code++) {
    const text = ['register', companyId, address, String(code).padStart(6, '0')].join('\0');
    if (secrets.mac('codes', text).equals(stored)) fitting++;
  }
  expect(fitting).toBe(right);
});
