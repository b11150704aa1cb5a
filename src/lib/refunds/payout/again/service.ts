/**
 * The bound of one admin for payouts (decision 0620). An exported payout is money spent. It is sent once more, or its refund
 * reopened, when a statement proves that it did not leave, or when two admins say so.
 */
import { hasMoved, recordSoleAct, soleActRule } from '../../../approvals/alone/service.ts';
import { agree, settle } from '../../../approvals/service.ts';
import { record } from '../../../audit/service.ts';
import { needsSecondApprover } from '../../../companies/rules.ts';
import { ApiError } from '../../../core/errors.ts';
import type { Paise } from '../../../core/money.ts';
import type { Db } from '../../../db/client.ts';
import { actorOf, type Scope } from '../../../scope.ts';
import { eventFor } from '../../service.ts';
import type { LockedRefund } from '../../store.ts';
import * as store from './store.ts';

const UNPROVEN = 'no bank statement proves that the earlier payout was not made';

const REPEAT_RECORDED = {
  unproven: `Request recorded. A second admin has to export it again too, because ${UNPROVEN}.`,
  bound: 'Request recorded. It is above the limit for one admin, so a second admin has to export it again too.',
  moved:
    'Request recorded. A second admin has to export it again too, because you changed the email or removed the second factors of this member less than seven days ago.',
} as const;

/** What an admin reads after the first of two requests. */
export const REOPEN_RECORDED = `Request recorded. A second admin has to reopen it too, because ${UNPROVEN}.`;

const aboveBound = (number: string): string =>
  `You approved ${number} alone. With what you have approved or exported alone today it is above the limit for one admin. Please have another admin export it, or export it tomorrow.`;

const movedBy = (number: string): string =>
  `You approved ${number}, and you changed the email or removed the second factors of this member less than seven days ago. Another admin has to export it.`;

/** @throws ApiError conflict for an admin who became the member in the last seven days: 'paid' ends what the member waits for */
export async function requireNotMoved(tx: Db, scope: Scope, refund: LockedRefund): Promise<void> {
  if (await hasMoved(tx, scope, [refund.user_id]))
    throw new ApiError(
      'conflict',
      `You changed the email or removed the second factors of this member less than seven days ago. Another admin has to mark ${refund.number} as paid.`,
    );
}

const payAboveBound = (number: string): string =>
  `You approved ${number} alone, and no other admin has exported it. With what you have done alone today it is above the limit for one admin. Another admin has to mark it as paid.`;

/**
 * Counts a payment by hand, which ends what the member waits for. Where another admin approved or exported the refund, two have
 * seen it. An approval of today has counted. Lock the actor first.
 * @param abovePaise the company's bound; null for none
 * @throws ApiError conflict when it is above what the actor may do alone today
 */
export async function countPayment(
  tx: Db,
  scope: Scope,
  abovePaise: Paise | null,
  refund: LockedRefund,
): Promise<void> {
  const approval = await store.findSoleApproval(tx, scope.company.id, refund.id, actorOf(scope).id);
  if (approval === null || (refund.exported_by !== null && refund.exported_by !== actorOf(scope).id)) return;
  const worthPaise = approval.isToday ? 0n : refund.amount_paise;
  const isAbove = needsSecondApprover(refund.amount_paise, abovePaise);
  if (isAbove || (await soleActRule(tx, scope, abovePaise, worthPaise, [])) !== null)
    throw new ApiError('conflict', payAboveBound(refund.number));
  await recordSoleAct(tx, scope, { kind: 'refund.pay', subjectId: refund.id, worthPaise });
}

/** The refunds of a file that nobody else has agreed to, and those that wait for a second admin. */
interface Checked {
  readonly alone: readonly LockedRefund[];
  /** The first admin of each refund that two admins export again. */
  readonly firstAdmins: ReadonlyMap<string, string>;
  readonly waiting: number;
  /** For the admin, if some wait. */
  readonly message: string;
}

/**
 * Checks a file against the bound before anything of it is written. Lock the actor and the refunds first.
 * @param abovePaise the company's bound; null for none
 * @throws ApiError conflict for a refund that the actor can't export alone today
 */
export async function checkExport(
  tx: Db,
  scope: Scope,
  abovePaise: Paise | null,
  refunds: readonly LockedRefund[],
  reason: string | null,
): Promise<Checked> {
  const alone: LockedRefund[] = [];
  const firstAdmins = new Map<string, string>();
  let [sum, waiting, message] = [0n, 0, ''];
  for (const refund of refunds) {
    const isRepeat = refund.state === 'EXPORTED';
    const isMoved = await hasMoved(tx, scope, [refund.user_id]);
    if (isMoved && !isRepeat && refund.approved_by === actorOf(scope).id)
      throw new ApiError('conflict', movedBy(refund.number));
    if (!isRepeat && !(await store.isApprovedAloneBefore(tx, scope.company.id, refund.id, actorOf(scope).id))) continue;
    const problem = isMoved ? 'moved' : await boundProblem(tx, scope, abovePaise, refund, sum);
    if (problem === null) {
      sum += refund.amount_paise;
      alone.push(refund);
    } else if (!isRepeat) throw new ApiError('conflict', aboveBound(refund.number));
    else {
      const first = await agree(tx, scope, 'refund.repeat', refund.id, reason === null ? {} : { reason });
      if (first !== null) firstAdmins.set(refund.id, first);
      else {
        waiting++;
        message = REPEAT_RECORDED[problem];
        await record(tx, eventFor(scope, 'refund.export.first', refund));
      }
    }
  }
  return { alone, firstAdmins, waiting, message };
}

/** @param sumPaise of this file, of the refunds before this one */
async function boundProblem(
  tx: Db,
  scope: Scope,
  abovePaise: Paise | null,
  refund: LockedRefund,
  sumPaise: Paise,
): Promise<'unproven' | 'bound' | null> {
  if (abovePaise === null) return null;
  const isRepeat = refund.state === 'EXPORTED';
  if (isRepeat && !(await store.isProvenUnpaid(tx, scope.company.id, refund.id))) return 'unproven';
  return (await soleActRule(tx, scope, abovePaise, sumPaise + refund.amount_paise, [])) === null ? null : 'bound';
}

/** Records a checked file. */
export async function recordExport(tx: Db, scope: Scope, { alone, firstAdmins }: Checked): Promise<void> {
  for (const { id, amount_paise: worthPaise } of alone) {
    await recordSoleAct(tx, scope, { kind: 'refund.export', subjectId: id, worthPaise });
    // A statement has come since one of two asked for it.
    await settle(tx, scope, id, 'WITHDRAWN');
  }
  for (const id of firstAdmins.keys()) await settle(tx, scope, id, 'CONFIRMED');
}

/**
 * Whether the actor can reopen an exported or paid refund now.
 * @returns `alone`; the id of the admin who asked first; or null when the actor is now the first and has to wait
 */
export async function agreeToReopen(
  tx: Db,
  scope: Scope,
  abovePaise: Paise | null,
  refund: LockedRefund,
  reason: string,
): Promise<{ readonly first: string | null } | null> {
  const isMoved = await hasMoved(tx, scope, [refund.user_id]);
  if ((abovePaise === null && !isMoved) || (await store.isProvenUnpaid(tx, scope.company.id, refund.id)))
    return { first: null };
  // One admin alone can end what a member waits for, so one other alone can open it again. What is paid next counts for the bound.
  if (!isMoved && (await store.isMarkedByAnother(tx, scope.company.id, refund.id, actorOf(scope).id)))
    return { first: null };
  const first = await agree(tx, scope, 'refund.reopen', refund.id, { reason });
  if (first === null) {
    await record(tx, eventFor(scope, 'refund.reopen.first', refund));
    return null;
  }
  await settle(tx, scope, refund.id, 'CONFIRMED');
  return { first };
}
