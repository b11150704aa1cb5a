import { contract } from '../../core/contract.ts';
import { companyId, uuid } from '../../core/fields.ts';
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

const list = {
  whileFactorDue: true,
  input: z.object({ companyId }),
  output: z.object({ records: z.array(session) }),
  summary: 'Where the account is signed in: this session first, then the one seen last.',
} as const;

const endOthers = {
  whileFactorDue: true,
  input: z.strictObject({ companyId }),
  output: z.object({ ended: z.number() }),
  summary: 'Signs the account out everywhere but here.',
} as const;

const endOne = {
  whileFactorDue: true,
  input: z.strictObject({ companyId, id: uuid }),
  output: z.null(),
  summary: 'Signs the account out on one other device.',
} as const;

export const listSessions = contract(calls.listSessions, list);
export const endSession = contract(calls.endSession, endOne);
export const endOtherSessions = contract(calls.endOtherSessions, endOthers);

export const listAdminSessions = contract(calls.listAdminSessions, list);
export const endAdminSession = contract(calls.endAdminSession, endOne);
export const endOtherAdminSessions = contract(calls.endOtherAdminSessions, endOthers);

export const listSuperAdminSessions = contract(calls.listSuperAdminSessions, list);
export const endSuperAdminSession = contract(calls.endSuperAdminSession, endOne);
export const endOtherSuperAdminSessions = contract(calls.endOtherSuperAdminSessions, endOthers);
