import { out } from '../core/wire.ts';
import * as z from '../core/zod.ts';

/** Fields of every change that waits for a second admin. */
export const proposalHead = {
  id: z.string(),
  /** Name of the admin who proposed it. */
  proposedBy: z.string(),
  proposedAt: out.time,
  /** It can no longer be confirmed after this time. */
  expiresAt: out.time,
  /** Proposed by the caller, who can withdraw but not confirm it. */
  isMine: z.boolean(),
};

/** Which admin changed the email of a member who is paid, in the last seven days. */
export const addressChange = z.object({ by: z.string(), at: out.time, hoursAgo: z.number() });
export type AddressChange = z.output<typeof addressChange>;

/** Whether a change was made, or waits until a second admin confirms it. */
export const outcome = z.enum(['done', 'waiting']);
