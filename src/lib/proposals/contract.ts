import * as z from 'zod/mini';
import { out } from '../core/wire.ts';

/** What every change that waits for a second admin says of itself. */
export const proposalHead = {
  id: z.string(),
  /** Name of the admin who proposed it. */
  proposedBy: z.string(),
  proposedAt: out.time,
  /** After this it can't be confirmed any more. */
  expiresAt: out.time,
  /** Proposed by the admin who asks: to be withdrawn, not confirmed. */
  isMine: z.boolean(),
};

/** What came of a change: made, or kept until a second admin confirms it. */
export const outcome = z.enum(['done', 'waiting']);
