/** A buyer corrects the proof or the reference number of a pending purchase, in answer to a question of an admin. */
import { ApiError, notFound } from '../../core/errors.ts';
import { type Db, violates } from '../../db/client.ts';
import { actorOf, type Scope } from '../../scope.ts';
import { typedReferenceProblem } from '../proof.rules.ts';
import { sameReferences } from '../reference.rules.ts';
import { sharesOrRefuse } from '../submit/rest/service.ts';
import { lockBuyer } from '../submit/store.ts';
import { readReference } from '../typed-reference.rules.ts';
import * as store from './store.ts';

export interface Correction {
  /** A file of the member that becomes the proof. */
  readonly receiptId?: string | undefined;
  /** As typed. */
  readonly referenceNumber?: string | undefined;
}

/** What a correction changed; null for what stayed. */
export interface Corrected {
  readonly earlierFileId: string | null;
  /** Empty where the purchase had none. */
  readonly earlierReference: string | null;
  readonly reference: string | null;
}

const DECIDED = 'This purchase has already been decided. Please reload the page.';
const FIRST_APPROVED =
  'An admin has already approved this purchase, and a second one is checking it. You can write to our team, but the proof can’t be changed now.';

/**
 * Corrects the actor's purchase in the caller's transaction, in the lock order of the ledger.
 * @throws ApiError conflict when it is no longer pending, waits for a second approval, or the reference is used elsewhere;
 * invalid for a malformed reference; not_found for a file that is not the member's
 */
export async function correctIn(tx: Db, scope: Scope, id: string, correction: Correction): Promise<Corrected> {
  const { id: companyId } = scope.company;
  const { id: userId } = actorOf(scope);
  const reference = typedReference(correction.referenceNumber);
  const { receiptId = null } = correction;
  if (!(await lockBuyer(tx, companyId, userId))) throw new ApiError('unauthenticated', 'Please log in to continue.');
  const purchase = await store.lockOwnPending(tx, companyId, userId, id);
  if (!purchase) throw new ApiError('conflict', DECIDED);
  const references = reference === null ? [] : sameReferences(reference);
  const facts = await store.readForCorrection(tx, { companyId, userId, id, receiptId, references });
  if (facts.firstApproval) throw new ApiError('conflict', FIRST_APPROVED);
  if (receiptId !== null && !facts.receipt) throw notFound('Receipt', 'receiptId');
  const order = { companyId, userId, duePaise: purchase.final_amount_paise - purchase.allocated_paise, id };
  const sharesReference = await sharesOrRefuse(tx, reference, facts.uses, order);
  const next = {
    receiptId: receiptId ?? purchase.receipt_id,
    reference: reference ?? purchase.reference_number,
    sharesReference: reference === null ? purchase.shares_reference : sharesReference,
  };
  await store.correct(tx, companyId, id, next).catch((cause: unknown) => {
    if (reference === null || !violates(cause, 'purchases_reference_own')) throw cause;
    throw new ApiError('conflict', `The UTR or Transaction Number ${reference} has already been used.`, {
      cause,
      field: 'referenceNumber',
      reason: 'same_reference',
    });
  });
  return {
    earlierFileId: receiptId === null ? null : purchase.receipt_id,
    earlierReference: reference === null ? null : (purchase.reference_number ?? ''),
    reference,
  };
}

function typedReference(typed: string | undefined): string | null {
  if (typed === undefined) return null;
  const problem = typedReferenceProblem(typed);
  if (problem !== null) throw new ApiError('invalid', problem, { field: 'referenceNumber' });
  return readReference(typed);
}
