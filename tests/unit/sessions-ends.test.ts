/** Sessions end together with API keys, in one place, so that a new door can't forget the keys. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Super admins have no keys, and owners are offered to end theirs with a password of their own. */
const WITHOUT_KEYS = ['src/lib/auth/operator-access/service.ts', 'src/lib/auth/password-change/service.ts'];

it('ends sessions without the keys only for super admins and for owners who change their own password', () => {
  const files = globSync('src/**/*.ts').filter((file) => !file.startsWith('src/lib/auth/sessions/'));
  const callers = files.filter((file) => /\bendSessionsOf\b|\bdeleteSessionsOf\b/.test(readFileSync(file, 'utf8')));
  expect(callers.sort()).toEqual(WITHOUT_KEYS);
  const calls = readFileSync(WITHOUT_KEYS[0] ?? '', 'utf8').match(/endSessionsOf\(.*\)/g);
  expect(calls).toHaveLength(2);
  for (const call of calls ?? []) expect(call).toContain('companyId: null');
});
