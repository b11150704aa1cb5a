import type { ApiKey } from './contract.ts';
import { stateOf } from './rules.ts';
import type { KeyRow } from './store.ts';

export function keyView(row: KeyRow): ApiKey {
  const { id, name, hint, scopes, networks, createdBy } = row;
  return {
    id,
    name,
    hint,
    scopes,
    networks,
    createdBy,
    state: stateOf(row),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
