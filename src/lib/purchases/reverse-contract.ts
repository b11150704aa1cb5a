import * as z from 'zod/mini';
import { contract } from '../core/contract.ts';
import { uuid } from '../core/query-fields.ts';
import { boundedText, companyId } from '../core/text-fields.ts';
import { out } from '../core/wire.ts';

/** Longest reason of a reversal, in characters. */
export const REVERSAL_REASON_MAX = 500;

export const reversePurchase = contract({
  method: 'POST',
  path: '/api/v1/admin/transaction/reverse',
  access: 'admin',
  from: 'json',
  input: z.strictObject({ id: uuid, reason: boundedText('a reason', 1, REVERSAL_REASON_MAX), companyId }),
  output: z.object({
    id: z.string(),
    status: z.enum(['APPROVED', 'REVERSED']),
    /** Null while it waits for a second admin. */
    reversedAt: z.nullable(out.time),
  }),
  summary:
    'Takes an approved purchase back: its stock and its reward leave the ledger by entries of their own and can be sold ' +
    'again. Where the company asks for two admins the first call is noted (the status stays APPROVED), and that of ' +
    'another admin counts.',
  failure: 'Failed to reverse the purchase',
  success: 'Purchase reversed successfully',
});

export const withdrawReversal = contract({
  method: 'POST',
  path: '/api/v1/admin/transaction/reverse/withdraw',
  access: 'admin',
  from: 'json',
  input: z.strictObject({ id: uuid, companyId }),
  output: z.object({ id: z.string(), status: z.literal('APPROVED') }),
  summary: 'Ends a reversal that waits for a second admin: by who asked for it, or by another admin who declines.',
  failure: 'Failed to withdraw the reversal',
  success: 'Reversal withdrawn',
});
