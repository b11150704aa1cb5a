import { normaliseReference, referenceHint, referenceProblem } from './reference.rules.ts';

/** Advice on a reference number as it is typed, null when it looks right. Never a reason to refuse. */
export function referenceAdvice(typed: string): string | null {
  const reference = normaliseReference(typed);
  // No advice before the number is complete.
  return reference.length < 6 ? null : referenceHint(reference);
}

/** Why a typed reference number can't be sent, null if it can. */
export function typedReferenceProblem(typed: string): string | null {
  return referenceProblem(normaliseReference(typed));
}
