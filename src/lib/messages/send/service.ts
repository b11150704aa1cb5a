/** Sends a text of an admin to the buyer of a purchase: into the thread, under the bell and by mail. */
import { mailBrand } from '../../companies/service.ts';
import { ApiError, assert, notFound } from '../../core/errors.ts';
import type { Db } from '../../db/client.ts';
import { inLanguage } from '../../languages/service.ts';
import { enqueue } from '../../mail/service.ts';
import { purchaseMessage } from '../../mail/templates/messages.ts';
import { notifyMember } from '../../notifications/service.ts';
import type { Scope } from '../../scope.ts';
import type { Message } from '../contract.ts';
import { messageOf, type Side } from '../mapper.ts';
import { ERASED, QUESTION_CLOSED, writingProblem } from '../rules.ts';
import * as store from '../store.ts';

export interface Text {
  readonly purchaseId: string;
  readonly text: string;
  readonly isQuestion: boolean;
}

/**
 * Locks the purchase of a text to its buyer.
 * @throws ApiError not_found; conflict for a question about a decided purchase, an erased account, or above the bound
 */
export async function lockForText(
  tx: Db,
  scope: Scope,
  { purchaseId, isQuestion }: Pick<Text, 'purchaseId' | 'isQuestion'>,
): Promise<store.PurchaseOfThread> {
  await store.lockPurchase(tx, scope.company.id, purchaseId);
  const purchase = await store.findPurchase(tx, scope.company.id, purchaseId, null);
  if (!purchase) throw notFound('Purchase');
  refuseFull(purchase);
  if (purchase.deleted_at !== null) throw new ApiError('conflict', ERASED);
  if (isQuestion && purchase.status !== 'PENDING') throw new ApiError('conflict', QUESTION_CLOSED);
  return purchase;
}

/** Sends a text about a purchase that is locked. @param authorId the admin whose words they are */
export async function sendIn(
  tx: Db,
  scope: Scope,
  purchase: store.PurchaseOfThread,
  { text, isQuestion, authorId }: Omit<Text, 'purchaseId'> & { readonly authorId: string },
): Promise<Message> {
  const { id: messageId, isFirstUnread } = await store.insertMessage(tx, {
    company_id: scope.company.id,
    purchase_id: purchase.id,
    author_kind: 'admin',
    author_id: authorId,
    is_question: isQuestion,
    body: text,
  });
  const kind = isQuestion ? 'purchase-question' : 'purchase-message';
  await notifyMember(tx, scope.company.id, purchase.user_id, { kind, aboutId: purchase.id });
  if (isQuestion || isFirstUnread) await mailBuyer(tx, scope, purchase, { text, isQuestion });
  return readBack(tx, scope, purchase.id, messageId, 'admin');
}

export function refuseFull(purchase: store.PurchaseOfThread): void {
  const problem = writingProblem(purchase.messages ?? 0);
  if (problem !== null) throw new ApiError('conflict', problem);
}

export async function readBack(tx: Db, scope: Scope, purchaseId: string, id: string, side: Side): Promise<Message> {
  const [row] = await store.listMessages(tx, scope.company.id, purchaseId, id);
  assert(row, 'a message that was added exists');
  return messageOf(row, side);
}

async function mailBuyer(
  tx: Db,
  scope: Scope,
  purchase: store.PurchaseOfThread,
  { text, isQuestion }: Pick<Text, 'text' | 'isQuestion'>,
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
