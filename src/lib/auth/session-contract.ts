import * as z from 'zod/mini';
import { contract } from '../core/contract.ts';
import { out } from '../core/wire.ts';

/** A place where the account is signed in. */
export const session = z.object({
  id: z.string(),
  /** 'Chrome on Android', as the browser said of itself. */
  device: z.string(),
  ip: z.string(),
  /** True for a sign-in to the administration with the same account. */
  isAdmin: z.boolean(),
  /** The one that the call is made under. */
  isCurrent: z.boolean(),
  createdAt: out.time,
  /** To the minute. */
  seenAt: out.time,
});
export type SessionInfo = z.output<typeof session>;

export const listSessions = contract({
  method: 'GET',
  path: '/api/v1/user/auth/sessions/list',
  access: 'member',
  from: 'query',
  input: z.object({}),
  output: z.object({ records: z.array(session) }),
  summary: 'Where the account is signed in: this session first, then the one seen last.',
  failure: 'Failed to fetch your sessions',
});

export const endOtherSessions = contract({
  method: 'POST',
  path: '/api/v1/user/auth/sessions/end-others',
  access: 'member',
  from: 'json',
  input: z.strictObject({}),
  output: z.object({ ended: z.number() }),
  summary: 'Signs the account out everywhere but here.',
  failure: 'Failed to sign out the other devices',
  success: 'You are signed out everywhere else.',
});
