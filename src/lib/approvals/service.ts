/**
 * Maker-checker: one admin proposes or approves first, another one confirms. This feature decides who may do that, and that
 * it happens once; the feature that calls it makes the change. Locks: the company, the admin or the subject, then the
 * approval.
 */
import { hasIndependentAdmin } from '../accounts/admins/service.ts';
import { ApiError, assert, notFound } from '../core/errors.ts';
import type { Db } from '../db/client.ts';
import { actorOf, type Scope } from '../scope.ts';
import { refuseHaste } from './pace/service.ts';
import {
  ACCOUNT_KINDS,
  agreementOf,
  CHANGE_KINDS,
  type ChangeKind,
  type ClosedState,
  type FirstAdmin,
  isChangeKind,
  MESSAGES_OPEN_MAX,
  PROPOSAL_HOURS,
  PROPOSALS_OPEN_MAX,
  type Proposal,
  type PurchaseAct,
  refusalOf,
  SECOND_ADMIN_HOURS,
  type SecondAdmin,
  STATE_OF,
  type Verb,
} from './rules.ts';
import * as store from './store.ts';

function proposalOf(scope: Scope, row: store.ApprovalRow): Proposal {
  const { kind } = row;
  assert(isChangeKind(kind) && row.expires_at, 'a change has a known kind and an expiry');
  return {
    id: row.id,
    kind,
    subjectId: row.subject_id,
    baseVersion: row.base_version,
    change: row.change,
    proposedBy: row.proposed_by,
    head: {
      id: row.id,
      proposedBy: row.proposed_by_name,
      proposedAt: row.proposed_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      isMine: row.proposed_by === actorOf(scope).id,
    },
  };
}

const deciderOf = (scope: Scope) => ({ id: actorOf(scope).id, seasonedHours: SECOND_ADMIN_HOURS });

const secondAdminOf = (row: store.LockedRow): SecondAdmin => ({
  wasAdminBefore: row.was_admin_before,
  isIndependent: row.is_independent,
  isSeasoned: row.is_seasoned,
});

/** Changes that wait for a second admin, the oldest first. */
export async function listProposals(scope: Scope, kinds: readonly ChangeKind[]): Promise<Proposal[]> {
  const rows = await store.listOpenChanges(scope.db, scope.company.id, kinds);
  return rows.map((row) => proposalOf(scope, row));
}

const NOBODY_TO_CONFIRM =
  'This change needs a second admin, and no other admin is independent of you. Please ask a super admin to invite one.';

/**
 * Stores a change until a second admin confirms it.
 * @returns the id
 * @throws ApiError conflict when nobody could confirm it, a change of the same subject already waits, or too many changes do;
 * rate_limited after too many in an hour, and for an account whose last change by the same admin was refused or withdrawn
 */
export async function propose(
  tx: Db,
  scope: Scope,
  proposal: Pick<Proposal, 'subjectId' | 'baseVersion'> & { readonly kind: ChangeKind; readonly change: object },
): Promise<string> {
  const companyId = scope.company.id;
  if (!(await hasIndependentAdmin(tx, companyId, actorOf(scope).id))) throw new ApiError('conflict', NOBODY_TO_CONFIRM);
  await store.expire(tx, companyId);
  const isMessage = proposal.kind === 'message.send';
  const counted = CHANGE_KINDS.filter((kind) => (kind === 'message.send') === isMessage);
  const by = { proposedBy: actorOf(scope).id, kinds: counted };
  await refuseHaste(tx, scope, proposal, counted);
  if ((await store.countOpen(tx, companyId, by)) >= (isMessage ? MESSAGES_OPEN_MAX : PROPOSALS_OPEN_MAX))
    throw new ApiError(
      'conflict',
      'Too many of your changes are waiting for a second admin. Please have some of them confirmed or refused first.',
    );
  const id = await store.insert(tx, {
    ...proposal,
    companyId,
    proposedBy: actorOf(scope).id,
    expiresInHours: PROPOSAL_HOURS,
  });
  if (id === null)
    throw new ApiError(
      'conflict',
      'A change of this is already waiting for a second admin. Please have it confirmed or refused first.',
    );
  return id;
}

/**
 * Ends the waiting change that the subject proposed of the own account, before another admin proposes one: nobody keeps out what
 * other admins propose about them. Call it with the company locked.
 * @returns the outdated change; null if none waits
 */
export async function outdateOwnChange(tx: Db, scope: Scope, subjectId: string): Promise<Proposal | null> {
  if (subjectId === actorOf(scope).id) return null;
  const row = await store.lockOwnChange(tx, scope.company.id, subjectId, ACCOUNT_KINDS);
  if (!row) return null;
  await store.close(tx, scope.company.id, row.id, 'EXPIRED', null);
  return proposalOf(scope, row);
}

/**
 * Confirms, refuses or withdraws a change, once. The caller then makes a confirmed change.
 * @throws ApiError not_found, conflict or forbidden
 */
export async function decideProposal(
  tx: Db,
  scope: Scope,
  id: string,
  verb: Verb,
  kinds: readonly ChangeKind[],
): Promise<Proposal> {
  const actor = actorOf(scope);
  const row = await store.lockChange(tx, scope.company.id, id, kinds, deciderOf(scope));
  if (!row) throw notFound('Change');
  const refusal = refusalOf(
    {
      state: row.state,
      isExpired: row.is_expired,
      isMine: row.proposed_by === actor.id,
      decidedBy: row.decided_by_name,
      isProposerActive: row.is_proposer_active,
      ...secondAdminOf(row),
    },
    verb,
  );
  if (refusal) throw new ApiError(refusal.code, refusal.text);
  await store.close(tx, scope.company.id, id, STATE_OF[verb], actor.id);
  return proposalOf(scope, row);
}

interface ActDetails {
  readonly reason?: string;
  /** The objects of the act, such as a purchase or bank rows. The second admin agrees to the same ones, or is a new first. */
  readonly target?: string;
}

/**
 * Records that the actor agrees to an act on a subject that needs two admins. Lock the subject first, and call `settle` after
 * the act. A request of another kind about the same subject ends.
 * @returns the id of the admin who agreed first; null when the actor is now the first and the act has to wait
 * @throws ApiError conflict when the actor can't be the second admin; forbidden for an API key as the second
 */
export async function agree(
  tx: Db,
  scope: Scope,
  kind: PurchaseAct,
  subjectId: string,
  change: ActDetails,
): Promise<string | null> {
  const companyId = scope.company.id;
  const actor = actorOf(scope);
  const open = await store.lockOpen(tx, companyId, kind, subjectId, deciderOf(scope));
  const isSame = open === null || targetOf(open.change) === (change.target ?? '');
  const agreement = agreementOf(
    kind,
    isSame && open
      ? {
          isMine: open.proposed_by === actor.id,
          isProposerActive: open.is_proposer_active,
          ...secondAdminOf(open),
          hasOthers: open.has_others,
          hasEarlierOthers: open.has_earlier_others,
        }
      : null,
  );
  // A key acts for one admin and decides nothing itself: it can't be the person who checks what another one did.
  if (agreement === 'second' && actor.apiKey !== undefined)
    throw new ApiError('forbidden', 'An API key can’t give the second of two approvals. An admin has to give it.');
  if (agreement === 'second') return open?.proposed_by ?? null;
  if (agreement !== 'first')
    throw new ApiError('conflict', agreement.text, agreement.reason && { reason: agreement.reason });
  if (open) await store.close(tx, companyId, open.id, 'EXPIRED', null);
  await store.expireSubject(tx, companyId, subjectId, kind);
  const subject = { companyId, kind, subjectId, baseVersion: null };
  await store.insert(tx, { ...subject, change, proposedBy: actor.id, expiresInHours: null });
  return null;
}

/**
 * Closes the open approval of a decided purchase. Withdrawn: the decision needed no second admin, or the first one made it.
 * @returns whether there was one
 */
export function settle(tx: Db, scope: Scope, purchaseId: string, state: ClosedState): Promise<boolean> {
  return store.closeOpen(tx, scope.company.id, purchaseId, state, actorOf(scope).id);
}

/** Ends the open approval of a subject that is removed. */
export function forget(tx: Db, scope: Scope, subjectId: string): Promise<void> {
  return store.expireSubject(tx, scope.company.id, subjectId);
}

/** The active first admins of open approvals, by `firstAdminKey`. */
export async function listFirstAdmins(
  db: Db,
  companyId: string,
  purchaseIds: readonly string[],
): Promise<ReadonlyMap<string, FirstAdmin>> {
  if (purchaseIds.length === 0) return new Map();
  const rows = await store.listOpenOf(db, companyId, purchaseIds);
  return new Map(
    rows.map((row) => [
      `${row.kind} ${row.subject_id}`,
      { id: row.proposed_by, name: row.proposed_by_name, at: row.proposed_at, reason: reasonOf(row.change) },
    ]),
  );
}

const reasonOf = (change: object): string =>
  'reason' in change && typeof change.reason === 'string' ? change.reason : '';

const targetOf = (change: object): string =>
  'target' in change && typeof change.target === 'string' ? change.target : '';
