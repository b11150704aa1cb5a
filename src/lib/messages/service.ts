/**
 * Messages between the buyer of a purchase and the company's admins: one question instead of a rejection. Admins send text
 * alone, without a UPI ID or an IFSC: a picture could show another account (decision 0260).
 */
import { notifyAdmins, requireActiveAdmin } from '../accounts/admins/service.ts';
import { type AuditEvent, record } from '../audit/service.ts';
import { mailBrand } from '../companies/service.ts';
import { ApiError, assert, notFound } from '../core/errors.ts';
import { type Db, inTransaction } from '../db/client.ts';
import { inLanguage } from '../languages/service.ts';
import { enqueue } from '../mail/service.ts';
import { buyerAnswered, purchaseMessage } from '../mail/templates/messages.ts';
import { ownFileQuery } from '../media/store.ts';
import { notifyEachAdmin, notifyMember } from '../notifications/service.ts';
import { type Corrected, correctIn } from '../purchases/correct/service.ts';
import { actorOf, type Scope, type UseCase } from '../scope.ts';
import type * as calls from './calls.ts';
import type { Message } from './contract.ts';
import { messageOf, type Side, threadOf } from './mapper.ts';
import { CORRECTION_CLOSED, canCorrect, NOTHING_TO_SEND, QUESTION_CLOSED, writingProblem } from './rules.ts';
import * as store from './store.ts';

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

export const listMessagesAsAdmin: UseCase<typeof calls.listMessagesAsAdmin> = (scope, { id }) =>
  threadFor(scope, id, 'admin');

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
export const addMessageAsAdmin: UseCase<typeof calls.addMessageAsAdmin> = async (scope, input) => {
  const { id, text, isQuestion = false } = input;
  const data = await inTransaction(scope.db, async (tx) => {
    await requireActiveAdmin(tx, scope);
    await store.lockPurchase(tx, scope.company.id, id);
    const purchase = await purchaseFor(tx, scope, id, 'admin');
    refuseFull(purchase);
    if (purchase.deleted_at !== null) throw new ApiError('conflict', 'This account was deleted. Nobody can read it.');
    if (isQuestion && purchase.status !== 'PENDING') throw new ApiError('conflict', QUESTION_CLOSED);
    const { id: messageId, isFirstUnread } = await store.insertMessage(tx, {
      company_id: scope.company.id,
      purchase_id: id,
      author_kind: 'admin',
      author_id: actorOf(scope).id,
      is_question: isQuestion,
      body: text,
    });
    const kind = isQuestion ? 'purchase-question' : 'purchase-message';
    await notifyMember(tx, scope.company.id, purchase.user_id, { kind, aboutId: id });
    if (isQuestion || isFirstUnread) await notifyBuyer(tx, scope, purchase, { text, isQuestion });
    await record(tx, eventOf(scope, isQuestion ? 'message.ask' : 'message.send', id));
    return readBack(tx, scope, id, messageId, 'admin');
  });
  return { data };
};

function refuseFull(purchase: store.PurchaseOfThread): void {
  const problem = writingProblem(purchase.messages ?? 0);
  if (problem !== null) throw new ApiError('conflict', problem);
}

async function refuseForeignFile(tx: Db, scope: Scope, fileId: string): Promise<void> {
  const file = await ownFileQuery(tx, scope.company.id, actorOf(scope).id, fileId).executeTakeFirst();
  if (!file) throw notFound('File', 'receiptId');
}

async function readBack(tx: Db, scope: Scope, purchaseId: string, id: string, side: Side): Promise<Message> {
  const [row] = await store.listMessages(tx, scope.company.id, purchaseId, id);
  assert(row, 'a message that was added exists');
  return messageOf(row, side);
}

async function notifyBuyer(
  tx: Db,
  scope: Scope,
  purchase: store.PurchaseOfThread,
  { text, isQuestion }: { text: string; isQuestion: boolean },
): Promise<void> {
  const { name, order_number: orderNumber } = purchase;
  const letter = { brand: mailBrand(scope), name, orderNumber, purchaseId: purchase.id, text, isQuestion };
  await enqueue(tx, {
    companyId: scope.company.id,
    to: purchase.email,
    kind: isQuestion ? 'purchase-question' : 'purchase-message',
    aboutId: purchase.id,
    ...inLanguage(purchase.language ?? 'en', () => purchaseMessage(letter)),
  });
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
