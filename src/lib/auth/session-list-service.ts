/** Where an account is signed in, and its way out of everywhere else. */
import { record } from '../audit/service.ts';
import type { OutputOf } from '../core/contract.ts';
import { inTransaction } from '../db/client.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import { deviceOf } from './device-rules.ts';
import type { endOtherSessions as EndOthers, listSessions as List } from './session-contract.ts';
import * as store from './session-list-store.ts';

export async function listSessions(scope: Scope): Promise<Result<OutputOf<typeof List>>> {
  const actor = actorOf(scope);
  const rows = await store.listSessionsOf(scope.db, scope.company.id, actor.id);
  const records = rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.user_agent),
    ip: row.ip,
    isAdmin: row.kind === 'admin',
    isCurrent: row.id === actor.sessionId,
    createdAt: row.created_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
  }));
  return { data: { records: records.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent)) } };
}

export async function endOtherSessions(scope: Scope): Promise<Result<OutputOf<typeof EndOthers>>> {
  const actor = actorOf(scope);
  const ended = await inTransaction(scope.db, async (tx) => {
    const count = await store.deleteOtherSessions(tx, scope.company.id, actor.id, actor.sessionId);
    if (count > 0) {
      const subject = { subjectKind: 'user', subjectId: actor.id };
      await record(tx, {
        scopeId: scope.company.id,
        actor,
        action: 'session.end-others',
        ...subject,
        after: { count },
      });
    }
    return count;
  });
  return { data: { ended } };
}
