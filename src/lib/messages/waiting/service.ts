/**
 * Messages in an admin's own words under a two-admin rule: they wait until a second admin confirms them, and the buyer sees
 * nothing of them until then (docs/decisions/0670).
 */
import { notifyAdmins, requireActiveAdmin } from '../../accounts/admins/service.ts';
import type { Proposal } from '../../approvals/rules.ts';
import { decideProposal, listProposals, propose } from '../../approvals/service.ts';
import { record } from '../../audit/service.ts';
import { lockRecentSession } from '../../auth/reauthentication/service.ts';
import { asksForTwoAdmins } from '../../companies/rules.ts';
import { mailBrand } from '../../companies/service.ts';
import { readCompany } from '../../companies/store.ts';
import { assert } from '../../core/errors.ts';
import { requestMessagesPath } from '../../core/paths.ts';
import { isReadySentence } from '../../core/ready-sentences.ts';
import * as z from '../../core/zod.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { messageProposed } from '../../mail/templates/messages.ts';
import { actorOf, type Result, type Scope, type UseCase } from '../../scope.ts';
import type * as calls from '../calls.ts';
import type { Message } from '../contract.ts';
import { lockForText, sendIn, type Text } from '../send/service.ts';
import type { PurchaseOfThread } from '../store.ts';

const KINDS = ['message.send'] as const;

const stored = z.object({ purchaseId: z.string(), orderNumber: z.string(), text: z.string(), isQuestion: z.boolean() });

/** Whether a text needs a second admin. */
export async function needsSecond(tx: Db, scope: Scope, text: string): Promise<boolean> {
  return !isReadySentence(text) && asksForTwoAdmins(await readCompany(tx, scope.company.id));
}

/** Stores a text until a second admin confirms it, and notifies all admins. @throws ApiError conflict */
export async function proposeText(tx: Db, scope: Scope, purchase: PurchaseOfThread, text: Text): Promise<Message> {
  const id = await propose(tx, scope, {
    kind: 'message.send',
    subjectId: null,
    baseVersion: null,
    change: { ...text, orderNumber: purchase.order_number },
  });
  const proposal = (await listProposals({ ...scope, db: tx }, KINDS)).find((waiting) => waiting.id === id);
  assert(proposal, 'a message that was proposed waits');
  const { order_number: orderNumber } = purchase;
  const letter = { brand: mailBrand(scope), orderNumber, purchaseId: purchase.id, by: actorOf(scope).name };
  await notifyAdmins(tx, scope, 'message-proposed', messageProposed({ ...letter, until: proposal.head.expiresAt }));
  await recordStep(tx, scope, 'propose', purchase.id);
  return waitingMessage(proposal);
}

/** Texts about a purchase that wait, the oldest first. */
export async function listWaiting(scope: Scope, purchaseId: string): Promise<Message[]> {
  const proposals = await listProposals(scope, KINDS);
  return proposals.filter((waiting) => textOf(waiting).purchaseId === purchaseId).map(waitingMessage);
}

const textOf = ({ change }: Pick<Proposal, 'change'>) => z.parse(stored, change);

/** The page of the oldest message that waits; '' if none does. */
export function pathOfWaiting(proposals: readonly Proposal[]): string {
  const oldest = proposals.find(({ kind }) => kind === 'message.send');
  return oldest ? requestMessagesPath(textOf(oldest).orderNumber, textOf(oldest).purchaseId) : '';
}

function waitingMessage(proposal: Proposal): Message {
  const { text, isQuestion } = textOf(proposal);
  const { head } = proposal;
  const nothing = {
    file: null,
    replacesProof: false,
    earlierFile: null,
    earlierReference: null,
    correctedReference: null,
  };
  const about = { id: head.id, createdAt: head.proposedAt, by: 'team' as const, author: head.proposedBy };
  return { ...about, text, isQuestion, ...nothing, waiting: head };
}

/** @throws ApiError not_found, forbidden, conflict, reauthentication_required */
export const confirmMessage: UseCase<typeof calls.confirmMessage> = (scope, { id }) =>
  inTransaction(scope.db, async (tx) => {
    await readCompany(tx, scope.company.id);
    await lockRecentSession(tx, scope);
    // The purchase is locked before the proposal, which names it.
    const open = (await listProposals({ ...scope, db: tx }, KINDS)).find((waiting) => waiting.id === id);
    const purchase = open && (await lockForText(tx, scope, textOf(open)));
    const { proposedBy: authorId } = await decideProposal(tx, scope, id, 'confirm', KINDS);
    assert(open && purchase, 'a message that was confirmed was open');
    const { text, isQuestion } = textOf(open);
    await recordStep(tx, scope, 'confirm', purchase.id, { askedBy: authorId });
    return { data: await sendIn(tx, scope, purchase, { text, isQuestion, authorId }) };
  });

/** @throws ApiError not_found, forbidden, conflict */
export const refuseMessage: UseCase<typeof calls.refuseMessage> = (scope, { id }) => close(scope, id, 'refuse');

/** @throws ApiError not_found, forbidden, conflict */
export const withdrawMessage: UseCase<typeof calls.withdrawMessage> = (scope, { id }) => close(scope, id, 'withdraw');

async function close(scope: Scope, id: string, verb: 'refuse' | 'withdraw'): Promise<Result<null>> {
  await inTransaction(scope.db, async (tx) => {
    await requireActiveAdmin(tx, scope);
    const proposal = await decideProposal(tx, scope, id, verb, KINDS);
    await recordStep(tx, scope, verb, textOf(proposal).purchaseId);
  });
  return {};
}

function recordStep(
  tx: Db,
  scope: Scope,
  step: 'propose' | 'confirm' | 'refuse' | 'withdraw',
  subjectId: string,
  after?: Record<string, string>,
): Promise<void> {
  const event = { scopeId: scope.company.id, actor: actorOf(scope), subjectKind: 'purchase', subjectId };
  return record(tx, { ...event, action: `message.${step}`, ...(after && { after }) });
}
