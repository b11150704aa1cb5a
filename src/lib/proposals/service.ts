/**
 * Four eyes: a change is proposed by one admin and confirmed by another. What a kind of change means is its feature's to
 * say; here is only who may do what, and once. The company is locked first, then the admin, then the proposal.
 */
import { ApiError, notFound } from '../core/errors.ts';
import type { Db } from '../db/client.ts';
import type { ProposalKind } from '../db/schema.ts';
import { actorOf, type Scope } from '../scope.ts';
import { PROPOSALS_OPEN_MAX, refusalOf, STATE_OF, type Verb } from './rules.ts';
import * as store from './store.ts';

export interface Proposal {
  readonly id: string;
  readonly kind: ProposalKind;
  readonly subjectId: string | null;
  readonly baseVersion: number | null;
  /** As it was stored: read it by a contract before it is used. */
  readonly change: unknown;
  readonly head: {
    readonly id: string;
    readonly proposedBy: string;
    readonly proposedAt: string;
    readonly expiresAt: string;
    readonly isMine: boolean;
  };
}

function proposalOf(scope: Scope, row: store.ProposalRow): Proposal {
  return {
    id: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    baseVersion: row.base_version,
    change: row.change,
    head: {
      id: row.id,
      proposedBy: row.proposed_by_name,
      proposedAt: row.proposed_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      isMine: row.proposed_by === actorOf(scope).id,
    },
  };
}

/** What waits for a second admin, the oldest first. */
export async function listProposals(scope: Scope, kinds: readonly ProposalKind[]): Promise<Proposal[]> {
  const rows = await store.listOpen(scope.db, scope.company.id, kinds);
  return rows.map((row) => proposalOf(scope, row));
}

/**
 * @returns the id
 * @throws ApiError conflict when a change of the same subject waits already, or too many do
 */
export async function propose(
  tx: Db,
  scope: Scope,
  it: Pick<Proposal, 'kind' | 'subjectId' | 'baseVersion'> & { readonly change: object },
): Promise<string> {
  const companyId = scope.company.id;
  await store.expire(tx, companyId);
  if ((await store.countOpen(tx, companyId)) >= PROPOSALS_OPEN_MAX)
    throw new ApiError('conflict', 'Too many changes wait for a second admin. Please have some of them decided first.');
  const id = await store.insert(tx, { ...it, companyId, proposedBy: actorOf(scope).id });
  if (id === null)
    throw new ApiError('conflict', 'A change of this already waits for a second admin. Please have it decided first.');
  return id;
}

/**
 * Confirms, refuses or withdraws, once and for good; the caller then carries out what was confirmed.
 * @throws ApiError not_found, conflict or forbidden
 */
export async function decideProposal(
  tx: Db,
  scope: Scope,
  id: string,
  verb: Verb,
  kinds: readonly ProposalKind[],
): Promise<Proposal> {
  const actor = actorOf(scope);
  const row = await store.lock(tx, scope.company.id, id, kinds, actor.id);
  if (!row) throw notFound('Change');
  const refusal = refusalOf(
    {
      state: row.state,
      isOver: row.is_over,
      isMine: row.proposed_by === actor.id,
      decidedBy: row.decided_by_name,
      proposerStands: row.stands,
      wasThere: row.was_there,
    },
    verb,
  );
  if (refusal) throw new ApiError(refusal.code, refusal.text);
  await store.close(tx, scope.company.id, id, STATE_OF[verb], actor.id);
  return proposalOf(scope, row);
}
