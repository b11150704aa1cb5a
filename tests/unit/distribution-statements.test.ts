/** Each statement about a table that super admins share with companies names whose rows it is about (docs/scaling.md). */
import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { KINDS } from '../support/distribution.ts';

const TABLES = KINDS.scoped.join('|');
const BEGINS = new RegExp(`\\.(?:selectFrom|updateTable|deleteFrom)\\(\\s*'(${TABLES})\\b`, 'g');

/** About the rows of everybody: housekeeping and figures of the platform, on its own connections. */
const OF_ALL = [
  'auth/devices/store.ts known_devices',
  'auth/factors/pending/store.ts pending_sign_ins',
  'auth/otp/store.ts codes',
  'auth/passkeys/challenges/store.ts used_passkey_challenges',
  'auth/sessions/store.ts sessions',
  'mail/store.ts mails',
  'mail/store.ts mails',
  'superadmin/dashboard/store.ts mails',
  'transparency-log/witnesses/store.ts log_cosignatures',
];

/** The statements of a file without the column, as 'path table'. */
async function wideStatements(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8');
  return [...text.matchAll(BEGINS)]
    .filter(({ index }) => {
      const [statement = ''] = text.slice(index).split(/\.execute|\n}\n/, 1);
      return !/scope_id|ownedBy\(/.test(statement);
    })
    .map(([, table]) => `${file.replace('src/lib/', '')} ${table}`);
}

test('no statement looks at the rows of everybody, but for those listed', async () => {
  const wide: string[] = [];
  for await (const file of glob('src/lib/**/*.ts')) wide.push(...(await wideStatements(file)));
  expect(wide.sort()).toEqual(OF_ALL);
});
