/**
 * Messages between the buyer of a purchase and the company's admins: one question instead of a rejection. Admins send text
 * alone, and it names no payee: a picture could show another account (decisions 0260, 0670).
 */
import { notifyAdmins, requireActiveAdmin } from '../accounts/admins/service.ts';
import { type AuditEvent, record } from '../audit/service.ts';
import { mailBrand } from '../companies/service.ts';
import { ApiError, notFound } from '../core/errors.ts';
import { type Db, inTransaction } from '../db/client.ts';
import { buyerAnswered } from '../mail/templates/messages.ts';
import { ownFileQuery } from '../media/store.ts';
import { notifyEachAdmin } from '../notifications/service.ts';
import { type Corrected, correctIn } from '../purchases/correct/service.ts';
import { actorOf, type Scope, type UseCase } from '../scope.ts';
import type * as calls from './calls.ts';
import { type Side, threadOf } from './mapper.ts';
import { CORRECTION_CLOSED, canCorrect, NOTHING_TO_SEND, WAITS } from './rules.ts';
import { lockForText, readBack, refuseFull, sendIn } from './send/service.ts';
import * as store from './store.ts';
import { listWaiting, needsSecond, proposeText } from './waiting/service.ts';

/** @throws ApiError not_found for a purchase of another member or company */
async function purchaseFor(db: Db, scope: Scope, id: string, side: Side): Promise<store.PurchaseOfThread> {
  const purchase = await store.findPurchase(db, scope.company.id, id, side === 'member' ? actorOf(scope).id : null);
  if (!purchase) throw notFound('Purchase');
  return purchase;
}

async function threadFor(scope: Scope, id: string, side: Side) {
  const purchase = await purchaseFor(scope.db, scope, id, side);
  return { data: threadOf(purchase, await store.listMessages(scope.db, scope.company.id, id), side) };
}

export const listMessages: UseCase<typeof calls.listMessages> = (scope, { id }) => threadFor(scope, id, 'member');

export const listMessagesAsAdmin: UseCase<typeof calls.listMessagesAsAdmin> = async (scope, { id }) => {
  const [{ data }, waiting] = await Promise.all([threadFor(scope, id, 'admin'), listWaiting(scope, id)]);
  return { data: { ...data, records: [...data.records, ...waiting] } };
};

export const readMessages: UseCase<typeof calls.readMessages> = async (scope, { id }) => {
  await purchaseFor(scope.db, scope, id, 'member');
  await store.markRead(scope.db, scope.company.id, id, 'member');
  return {};
};

export const readMessagesAsAdmin: UseCase<typeof calls.readMessagesAsAdmin> = async (scope, { id }) => {
  await purchaseFor(scope.db, scope, id, 'admin');
  await store.markRead(scope.db, scope.company.id, id, 'admin');
  return {};
};

const NO_CHANGE: Corrected = { earlierFileId: null, earlierReference: null, reference: null };

/**
 * Writes to the team, and answers its question.
 * @throws ApiError invalid without content; not_found; conflict for a correction while no question waits, or above the bound
 */
export const addMessage: UseCase<typeof calls.addMessage> = async (scope, input) => {
  const { id, text = '', receiptId, referenceNumber } = input;
  const replaces = input.replacesProof === true && receiptId !== undefined;
  if (text === '' && receiptId === undefined && referenceNumber === undefined)
    throw new ApiError('invalid', NOTHING_TO_SEND, { field: 'text' });
  const data = await inTransaction(scope.db, async (tx) => {
    const isCorrection = replaces || referenceNumber !== undefined;
    // Before the purchase is locked: a stranger locks nothing.
    await purchaseFor(tx, scope, id, 'member');
    if (!isCorrection) await store.lockPurchase(tx, scope.company.id, id);
    const change = isCorrection
      ? await correctIn(tx, scope, id, { referenceNumber, receiptId: replaces ? receiptId : undefined })
      : NO_CHANGE;
    const purchase = await purchaseFor(tx, scope, id, 'member');
    refuseFull(purchase);
    // After the lock, so that two corrections do not answer one question.
    if (isCorrection && !canCorrect(purchase.status, purchase.waiting_since))
      throw new ApiError('conflict', CORRECTION_CLOSED);
    if (receiptId !== undefined && !replaces) await refuseForeignFile(tx, scope, receiptId);
    const { id: messageId, isFirstUnread } = await store.insertMessage(tx, {
      company_id: scope.company.id,
      purchase_id: id,
      author_kind: 'member',
      author_id: actorOf(scope).id,
      body: text,
      file_id: receiptId ?? null,
      replaces_proof: replaces,
      earlier_file_id: change.earlierFileId,
      earlier_reference: change.earlierReference,
      corrected_reference: change.reference,
    });
    await notifyEachAdmin(tx, scope.company.id, 'purchase-answered', id);
    if (isFirstUnread) await notifyTeam(tx, scope, purchase);
    await record(tx, answerEvent(scope, id, change, { replaces, hasFile: receiptId !== undefined }));
    return readBack(tx, scope, id, messageId, 'member');
  });
  return { data };
};

/**
 * Writes to the buyer.
 * @throws ApiError not_found; conflict for a question about a decided purchase, or above the bound
 */
export const addMessageAsAdmin: UseCase<typeof calls.addMessageAsAdmin> = (scope, { id, text, isQuestion = false }) =>
  inTransaction(scope.db, async (tx) => {
    await requireActiveAdmin(tx, scope);
    const waits = await needsSecond(tx, scope, text);
    const purchase = await lockForText(tx, scope, { purchaseId: id, isQuestion });
    if (waits)
      return { data: await proposeText(tx, scope, purchase, { purchaseId: id, text, isQuestion }), message: WAITS };
    await record(tx, eventOf(scope, isQuestion ? 'message.ask' : 'message.send', id));
    return { data: await sendIn(tx, scope, purchase, { text, isQuestion, authorId: actorOf(scope).id }) };
  });

async function refuseForeignFile(tx: Db, scope: Scope, fileId: string): Promise<void> {
  const file = await ownFileQuery(tx, scope.company.id, actorOf(scope).id, fileId).executeTakeFirst();
  if (!file) throw notFound('File', 'receiptId');
}

async function notifyTeam(tx: Db, scope: Scope, purchase: store.PurchaseOfThread): Promise<void> {
  const { order_number: orderNumber, waiting_since } = purchase;
  const isAnswer = waiting_since !== null;
  const letter = buyerAnswered({ brand: mailBrand(scope), orderNumber, purchaseId: purchase.id, isAnswer });
  await notifyAdmins(tx, scope, 'purchase-answered', letter);
}

function eventOf(scope: Scope, action: AuditEvent['action'], subjectId: string): AuditEvent {
  return { scopeId: scope.company.id, actor: actorOf(scope), action, subjectKind: 'purchase', subjectId };
}

/** References are not personal data: the trail of submissions has none, but what was corrected must stay provable. */
function answerEvent(
  scope: Scope,
  id: string,
  change: Corrected,
  { replaces, hasFile }: { replaces: boolean; hasFile: boolean },
): AuditEvent {
  if (!replaces && change.reference === null) return { ...eventOf(scope, 'message.send', id), after: { hasFile } };
  return {
    ...eventOf(scope, 'purchase.correct', id),
    before: { receiptId: change.earlierFileId, referenceNumber: change.earlierReference },
    after: { isProofReplaced: replaces, referenceNumber: change.reference },
  };
}
