/** API keys, made over HTTP. */
import { expect } from 'vitest';
import { KEY_SCOPE_NAMES } from '../../src/lib/core/key-scopes.ts';
import { type Account, PASSWORD } from './accounts.ts';
import { freshIp, type Site } from './site.ts';

export const KEYS = '/api/v1/admin/integrations/keys';

/** A key of an admin, with every scope unless `more` says otherwise. */
export async function makeKey(
  site: Site,
  admin: Account,
  more: Record<string, unknown> = {},
): Promise<{ id: string; key: string }> {
  const answer = await site.call('POST', `${KEYS}/add`, {
    token: admin.token,
    ip: freshIp(),
    body: { name: 'Accounting', scopes: KEY_SCOPE_NAMES, password: PASSWORD, ...more },
  });
  expect(answer.status, answer.text.slice(0, 300)).toBe(201);
  return { id: answer.body.data.record.id, key: answer.body.data.key };
}
