/** Lists and deletes the saved rules that mark rows of new statements as no payment of a buyer. */
import { record } from '../../audit/service.ts';
import { notFound } from '../../core/errors.ts';
import { paged } from '../../core/pagination.ts';
import { inTransaction } from '../../db/client.ts';
import { actorOf, type UseCase } from '../../scope.ts';
import type * as calls from '../calls.ts';
import * as store from './store.ts';

export const listRules: UseCase<typeof calls.listRules> = async (scope, page) => {
  const { rows, total } = await store.listRules(scope.db, scope.company.id, page);
  const records = rows.map(({ id, narration_text, reason, created_at, creator }) => ({
    id,
    text: narration_text,
    reason,
    createdBy: creator ?? '',
    createdAt: created_at.toISOString(),
  }));
  return { data: paged(records, total, page) };
};

/** @throws ApiError not_found */
export const deleteRule: UseCase<typeof calls.deleteRule> = async (scope, { id }) => {
  await inTransaction(scope.db, async (tx) => {
    const before = await store.deleteRule(tx, scope.company.id, id);
    if (!before) throw notFound('Rule');
    await record(tx, {
      scopeId: scope.company.id,
      actor: actorOf(scope),
      action: 'statement.rule.delete',
      subjectKind: 'bank_rule',
      subjectId: id,
      before,
    });
  });
  return { data: null };
};
