import { contract } from '../../core/contract.ts';
import { out } from '../../core/wire.ts';
import * as z from '../../core/zod.ts';
import * as calls from './calls.ts';

/** A device where the account is signed in. */
export const session = z.object({
  id: z.string(),
  /** From the user agent, such as 'Chrome on Android'. */
  device: z.string(),
  ip: z.string(),
  /** True for a session of the admin area with the same account. */
  isAdmin: z.boolean(),
  /** True for the session of the call. */
  isCurrent: z.boolean(),
  createdAt: out.time,
  /** Accurate to the minute. */
  seenAt: out.time,
});
export type SessionInfo = z.output<typeof session>;

export const listSessions = contract(calls.listSessions, {
  input: z.object({}),
  output: z.object({ records: z.array(session) }),
  summary: 'Where the account is signed in: this session first, then the one seen last.',
});

export const endOtherSessions = contract(calls.endOtherSessions, {
  input: z.strictObject({}),
  output: z.object({ ended: z.number() }),
  summary: 'Signs the account out everywhere but here.',
});
