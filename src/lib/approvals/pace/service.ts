/** How fast one admin may propose changes: every step of one is a mail to every admin, and one change waits for a subject. */
import { ApiError } from '../../core/errors.ts';
import type { Db } from '../../db/client.ts';
import { tooMany } from '../../rate-limits/service.ts';
import { actorOf, type Scope } from '../../scope.ts';
import { ACCOUNT_KINDS, type ChangeKind, isAccountKind, type Proposal } from '../rules.ts';
import { MESSAGES_PER_HOUR_MAX, PAUSE_HOURS, PROPOSALS_PER_HOUR_MAX, pauseText } from './rules.ts';
import * as store from './store.ts';

/**
 * Counts the changes that were stored, in the transaction of the next one: a refused one sends no mail. Parallel messages,
 * which do not lock the company, can exceed their bound by as many as run together.
 * @param counted the kinds that count together
 * @throws ApiError rate_limited with `Retry-After`
 */
export async function refuseHaste(
  tx: Db,
  scope: Scope,
  { kind, subjectId }: Pick<Proposal, 'kind' | 'subjectId'>,
  counted: readonly ChangeKind[],
): Promise<void> {
  const companyId = scope.company.id;
  const proposedBy = actorOf(scope).id;
  const max = kind === 'message.send' ? MESSAGES_PER_HOUR_MAX : PROPOSALS_PER_HOUR_MAX;
  const wait = await store.secondsToNext(tx, companyId, { proposedBy, kinds: counted, max });
  if (wait !== null) throw tooMany(wait);
  if (subjectId === null || !isAccountKind(kind)) return;
  const of = { subjectId, proposedBy, kinds: ACCOUNT_KINDS, hours: PAUSE_HOURS };
  const pause = await store.secondsOfPause(tx, companyId, of);
  if (pause !== null)
    throw new ApiError('rate_limited', pauseText(pause), { headers: { 'Retry-After': String(pause) } });
}
