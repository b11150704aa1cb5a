import { CallError } from '@/islands/api.ts';
import { toast } from '@/islands/toasts.ts';
import type { Form } from '@/islands/ui/useForm.ts';
import { type Submission, useSubmit } from '@/islands/ui/useSubmit.ts';
import type { Call } from '@/lib/core/contract.ts';
import { assert } from '@/lib/core/errors.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import type { Outcome } from '../lists/outcome.ts';
import { type Act, decide } from './decide.ts';

export interface DecisionOptions {
  readonly act: Act;
  /** Undefined while nothing is left to decide. */
  readonly purchase: AdminTransaction | undefined;
  readonly form: Form<{ reason: string }>;
  readonly refreshes?: readonly Call[];
  /** The purchase waits no more, by this decision or by another admin's. */
  readonly onDecided: (outcome: Outcome) => void;
}

const REASON_MISSING = 'Please enter a reason.';

/** Sends one decision on one purchase. */
export function useDecision({ act, purchase, form, refreshes = [], onDecided }: DecisionOptions): Submission {
  const { reason } = form.values;
  return useSubmit({
    form,
    check: () => {
      if (!purchase) return false;
      return act === 'reverse' && reason.trim() === '' ? { reason: REASON_MISSING } : null;
    },
    send: async () => {
      assert(purchase, 'the check found a purchase');
      const outcome = await decide(act, purchase, reason);
      if (outcome.kind === 'failed') throw new CallError(0, [outcome.message]);
      return { message: outcome.kind === 'lost' ? '' : outcome.message, data: outcome };
    },
    refreshes,
    onDone: (outcome) => {
      if (outcome.kind === 'lost') toast.error(outcome.message);
      onDecided(outcome);
    },
  });
}
