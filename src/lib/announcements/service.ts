/** Announcements of admins to members: proposed, sent, stopped. `send` delivers them. */

import type { Verb } from '../approvals/rules.ts';
import { decideProposal, listProposals, propose } from '../approvals/service.ts';
import { type AuditEvent, record } from '../audit/service.ts';
import { lockRecentSession } from '../auth/reauthentication/service.ts';
import { asksForTwoAdmins } from '../companies/rules.ts';
import { ApiError, assert, notFound } from '../core/errors.ts';
import { paged } from '../core/pagination.ts';
import { type Db, inTransaction } from '../db/client.ts';
import { discardMailsAbout } from '../mail/service.ts';
import { actorOf, type Result, type Scope, type UseCase } from '../scope.ts';
import type * as calls from './calls.ts';
import type { Segment } from './contract.ts';
import { announcementOf } from './mapper.ts';
import { WAITS } from './rules.ts';
import * as store from './store.ts';

const KINDS = ['announcement.send'] as const;

const columnsOf = ({ hasStock, isVerified, joinedSince, hasPending }: Segment) => ({
  has_stock: hasStock ?? null,
  is_verified: isVerified ?? null,
  joined_since: joinedSince ?? null,
  has_pending: hasPending ?? null,
});

export const listAnnouncements: UseCase<typeof calls.listAnnouncements> = async (scope, page) => {
  const [{ rows, total }, proposals] = await Promise.all([
    store.listAnnouncements(scope.db, scope.company.id, page),
    listProposals(scope, KINDS),
  ]);
  const records = rows.map((row) => announcementOf(row, proposals.find((it) => it.subjectId === row.id)?.head ?? null));
  return { data: paged(records, total, page) };
};

export const countRecipients: UseCase<typeof calls.countRecipients> = async (scope, input) => ({
  data: await store.countSegment(scope.db, scope.company.id, columnsOf(input)),
});

/** @throws ApiError conflict when nobody could confirm it */
export const sendAnnouncement: UseCase<typeof calls.sendAnnouncement> = (scope, input) =>
  inTransaction(scope.db, async (tx) => {
    await lockRecentSession(tx, scope);
    const isWaiting = asksForTwoAdmins(scope.company);
    const id = await store.insertAnnouncement(tx, {
      company_id: scope.company.id,
      title: input.title,
      body: input.text,
      ...columnsOf(input),
      state: isWaiting ? 'WAITING' : 'SENDING',
      started_at: isWaiting ? null : scope.now,
      created_by: actorOf(scope).id,
    });
    if (isWaiting)
      await propose(tx, scope, { kind: 'announcement.send', subjectId: id, baseVersion: null, change: {} });
    await record(tx, eventOf(scope, isWaiting ? 'announcement.propose' : 'announcement.send', id));
    return isWaiting
      ? { data: { state: 'waiting' as const, id }, message: WAITS }
      : { data: { state: 'sending' as const, id } };
  });

/** @throws ApiError not_found, forbidden, conflict */
export const confirmAnnouncement: UseCase<typeof calls.confirmAnnouncement> = (scope, { id: proposalId }) =>
  inTransaction(scope.db, async (tx) => {
    await lockRecentSession(tx, scope);
    const id = await decide(tx, scope, proposalId, 'confirm');
    if (!(await store.changeState(tx, scope.company.id, id, ['WAITING'], 'SENDING'))) throw notFound('Announcement');
    await record(tx, eventOf(scope, 'announcement.confirm', id));
    return { data: { state: 'sending' as const, id } };
  });

/** @throws ApiError not_found, forbidden, conflict */
export const refuseAnnouncement: UseCase<typeof calls.refuseAnnouncement> = (scope, { id }) =>
  close(scope, id, 'refuse');

/** @throws ApiError not_found, forbidden, conflict */
export const withdrawAnnouncement: UseCase<typeof calls.withdrawAnnouncement> = (scope, { id }) =>
  close(scope, id, 'withdraw');

async function close(scope: Scope, proposalId: string, verb: 'refuse' | 'withdraw'): Promise<Result<null>> {
  await inTransaction(scope.db, async (tx) => {
    const id = await decide(tx, scope, proposalId, verb);
    await store.changeState(tx, scope.company.id, id, ['WAITING'], 'CLOSED');
    await record(tx, eventOf(scope, `announcement.${verb}`, id));
  });
  return {};
}

async function decide(tx: Db, scope: Scope, proposalId: string, verb: Verb): Promise<string> {
  const { subjectId } = await decideProposal(tx, scope, proposalId, verb, KINDS);
  assert(subjectId, 'a proposed announcement has an id');
  return subjectId;
}

/** @throws ApiError not_found; conflict when it is not being sent */
export const stopAnnouncement: UseCase<typeof calls.stopAnnouncement> = async (scope, { id }) => {
  await inTransaction(scope.db, async (tx) => {
    if (!(await store.announcementExists(tx, scope.company.id, id))) throw notFound('Announcement');
    const isStopped = await store.changeState(tx, scope.company.id, id, ['SENDING', 'SENT'], 'STOPPED');
    if (!isStopped) throw new ApiError('conflict', 'This announcement is not being sent any more.');
    await discardMailsAbout(tx, scope.company.id, id);
    await record(tx, eventOf(scope, 'announcement.stop', id));
  });
  return {};
};

function eventOf(scope: Scope, action: AuditEvent['action'], subjectId: string): AuditEvent {
  return { scopeId: scope.company.id, actor: actorOf(scope), action, subjectKind: 'announcement', subjectId };
}
