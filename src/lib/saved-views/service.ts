/** The views of lists that each admin keeps for themselves. */
import { ApiError, notFound } from '../core/errors.ts';
import { inTransaction } from '../db/client.ts';
import { actorOf, type Scope, type UseCase } from '../scope.ts';
import type * as calls from './calls.ts';
import { VIEWS_MAX } from './calls.ts';
import type { SavedView } from './contract.ts';
import * as store from './store.ts';

const ownerOf = (scope: Scope): store.Owner => ({ companyId: scope.company.id, userId: actorOf(scope).id });

type ViewRow = Awaited<ReturnType<typeof store.listViews>>[number];
const viewOf = ({ id, name, query, created_at }: ViewRow): SavedView => ({
  id,
  name,
  query,
  createdAt: created_at.toISOString(),
});

export const listSavedViews: UseCase<typeof calls.listSavedViews> = async (scope, { list }) => {
  const rows = await store.listViews(scope.db, ownerOf(scope), list);
  return { data: { records: rows.map(viewOf) } };
};

/** @throws ApiError conflict: above the bound, or the name is taken */
export const addSavedView: UseCase<typeof calls.addSavedView> = async (scope, { list, name, query }) => {
  const owner = ownerOf(scope);
  const row = await inTransaction(scope.db, async (tx) => {
    await store.lockOwner(tx, owner);
    const known = await store.listViews(tx, owner, list);
    if (known.length >= VIEWS_MAX)
      throw new ApiError('conflict', `You have ${VIEWS_MAX} views of this list. Delete one first.`);
    const added = await store.insertView(tx, owner, { list, name, query });
    if (!added) throw new ApiError('conflict', 'You already have a view with this name.', { field: 'name' });
    return added;
  });
  return { data: viewOf(row) };
};

/** @throws ApiError not_found */
export const deleteSavedView: UseCase<typeof calls.deleteSavedView> = async (scope, { id }) => {
  if (!(await store.deleteView(scope.db, ownerOf(scope), id))) throw notFound('View');
  return { data: null };
};
