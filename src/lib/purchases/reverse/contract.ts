import { textToBuyers } from '../../core/buyer-text.ts';
import { contract } from '../../core/contract.ts';
import { companyId, uuid } from '../../core/fields.ts';
import { out } from '../../core/wire.ts';
import * as z from '../../core/zod.ts';
import * as calls from './calls.ts';

/** Longest reason of a reversal, in characters. */
export const REVERSAL_REASON_MAX = 500;

export const reversePurchase = contract(calls.reversePurchase, {
  recentAuthentication: 'always',
  input: z.strictObject({ id: uuid, reason: textToBuyers('a reason', 1, REVERSAL_REASON_MAX), companyId }),
  output: z.object({
    id: z.string(),
    status: z.enum(['APPROVED', 'REVERSED']),
    /** Null while the reversal waits for a second admin. */
    reversedAt: z.nullable(out.time),
  }),
  summary:
    'Reverses an approved purchase: new ledger entries take back its stock and its reward, which can then be sold again. ' +
    'Where the company needs two admins, the first call is recorded (the status stays APPROVED) and the call of another ' +
    'admin reverses.',
});

export const withdrawReversal = contract(calls.withdrawReversal, {
  input: z.strictObject({ id: uuid, companyId }),
  output: z.object({ id: z.string(), status: z.literal('APPROVED') }),
  summary:
    'Ends a reversal that waits for a second admin: by the admin who requested it, or by another one who declines.',
});
