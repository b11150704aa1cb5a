/** What a submission says about the payment. */
import { type AccountDetails, EXAMPLES_CLOSED, isExampleBank, isExampleUpi } from '../../beneficiaries/rules.ts';
import type { InputOf } from '../../core/contract.ts';
import { ApiError } from '../../core/errors.ts';
import type { PriceMicros } from '../../core/money.ts';
import type * as calls from '../calls.ts';
import { typedReferenceProblem } from '../proof.rules.ts';
import type { Submission } from '../rules.ts';
import { readReference } from '../typed-reference.rules.ts';

/** A submission with a normalised reference. */
export interface Payment extends Submission {
  readonly beneficiaryId: string | null;
  /** This and the next two fields may differ when one submission is sent again, so the content hash excludes them. */
  readonly shownTerms: { readonly priceMicros: PriceMicros; readonly feeBps: number } | null;
  readonly beneficiaryVersion: number | null;
  readonly orderAgeSeconds: number | null;
}

/** @throws ApiError invalid for a malformed reference number */
export function readPayment(input: InputOf<typeof calls.submitPayment>): Payment {
  const { referenceNumber: typed } = input;
  const problem = typed === undefined ? null : typedReferenceProblem(typed);
  if (problem !== null) throw new ApiError('invalid', problem, { field: 'referenceNumber' });
  return {
    purchaseId: input.purchaseId ?? null,
    method: input.paymentMethod,
    orderAmountPaise: input.purchaseAmount ?? input.amount,
    claimedAmountPaise: input.amount,
    reference: typed === undefined ? null : readReference(typed),
    receiptId: input.receiptId ?? null,
    beneficiaryId: input.beneficiaryId ?? null,
    shownTerms:
      input.price === undefined || input.platformChargePercent === undefined
        ? null
        : { priceMicros: input.price, feeBps: input.platformChargePercent },
    beneficiaryVersion: input.beneficiaryVersion ?? null,
    orderAgeSeconds: input.orderAgeSeconds ?? null,
  };
}

/** The account shown to the buyer, in the version shown; null if the client did not send it. */
export function shownAccount({
  beneficiaryId,
  beneficiaryVersion,
}: Payment): { readonly id: string; readonly version: number | null } | null {
  return beneficiaryId === null ? null : { id: beneficiaryId, version: beneficiaryVersion };
}

/** For a site that takes real money. @throws ApiError conflict if the payment names example details as its payee */
export function refuseExample({ method }: Payment, payee: AccountDetails | null): void {
  if (payee === null || method === 'MANUAL') return;
  if (method === 'UPI' ? isExampleUpi(payee) : isExampleBank(payee)) throw new ApiError('conflict', EXAMPLES_CLOSED);
}
