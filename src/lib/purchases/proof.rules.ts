import { t } from '../core/texts.ts';
import { referenceHint, referenceProblem } from './reference.rules.ts';
import { hasSeveralNumbers, isPhoneLike, readReference } from './typed-reference.rules.ts';

/** Advice on a reference number as it is typed, null when it looks right. Never a reason to refuse. */
export function referenceAdvice(typed: string): string | null {
  const reference = readReference(typed);
  // No advice before the number is complete.
  if (reference.length < 6) return null;
  return isPhoneLike(reference) ? referenceHint(reference, 'PHONE') : referenceHint(reference);
}

/** Why a typed reference number can't be sent, null if it can. */
export function typedReferenceProblem(typed: string): string | null {
  if (hasSeveralNumbers(typed))
    return t('There are several numbers in this text. Please enter only the UTR or Transaction Number.');
  return referenceProblem(readReference(typed));
}
