/** When people can write about a purchase, and what a message has to contain. */
import type { PurchaseStatus } from '../purchases/rules.ts';

/** Messages about one purchase, of both sides together. */
export const MESSAGES_MAX = 200;

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
export const ERASED = 'This account was deleted. Nobody can read it.';
export const WAITS = 'The message waits for a second admin. The buyer can’t read it yet.';
