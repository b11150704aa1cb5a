/** The language of a member's pages and mails. */
import { record } from '../../audit/service.ts';
import { inTransaction } from '../../db/client.ts';
import { actorOf, type UseCase } from '../../scope.ts';
import type * as calls from './calls.ts';
import * as store from './store.ts';

export const updateLanguage: UseCase<typeof calls.updateLanguage> = async (scope, { language }) => {
  const actor = actorOf(scope);
  const companyId = scope.company.id;
  await inTransaction(scope.db, async (tx) => {
    if (!(await store.setLanguage(tx, companyId, actor.id, language))) return;
    const subject = { subjectKind: 'user', subjectId: actor.id };
    const after = { changed: ['language'] };
    await record(tx, { scopeId: companyId, actor, action: 'profile.update', ...subject, after });
  });
  return { language };
};
