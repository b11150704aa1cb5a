/** When people can write about a purchase, and what a message has to contain. */
import type { PurchaseStatus } from '../purchases/rules.ts';

/** Messages about one purchase, of both sides together. */
export const MESSAGES_MAX = 200;

/** The questions that come up most, as the buyer reads them. */
export const READY_QUESTIONS = [
  'Please send a clearer screenshot.',
  'Please send a screenshot that shows the UTR or Transaction Number.',
  'Please check the UTR or Transaction Number and send the right one.',
  'Please send the page of your bank statement that shows this payment.',
  'The amount differs from your order. Please tell us how much you paid.',
] as const;

/** Why a message cannot be added; null if it can. */
export function writingProblem(messages: number): string | null {
  return messages < MESSAGES_MAX
    ? null
    : `This order already has ${MESSAGES_MAX} messages. Please contact our support team.`;
}

/** Proof and reference change only in answer to a question, so that nobody changes what an admin is about to approve. */
export function canCorrect(status: PurchaseStatus, waitingSince: Date | null): boolean {
  return status === 'PENDING' && waitingSince !== null;
}

export const CORRECTION_CLOSED =
  'The proof and the UTR can be changed only while our team waits for your answer. You can still write a message.';
export const QUESTION_CLOSED = 'Only a pending purchase can wait for the buyer. Please send it as a message.';
export const NOTHING_TO_SEND = 'Please write a message, add a file or correct the UTR.';
