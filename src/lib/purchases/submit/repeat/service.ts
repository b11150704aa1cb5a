/** Hashes by which a submission that is sent again is known. */
import { sealOf } from '../../../audit/chain.ts';
import { implicitKey, submissionContent } from '../../rules.ts';
import type { Payment } from '../payment.rules.ts';

interface Hashes {
  readonly content: string;
  readonly repeat: string | null;
}

export function hashesOf(payment: Payment): Hashes {
  const repeat = implicitKey(payment);
  const { orderAgeSeconds: _age, beneficiaryVersion: _version, shownTerms: _terms, ...content } = payment;
  return { content: sealOf(submissionContent(content)), repeat: repeat === null ? null : sealOf(repeat) };
}
