import { contract } from '../../core/contract.ts';
import { out } from '../../core/wire.ts';
import * as z from '../../core/zod.ts';
import { currentPassword } from '../contract.ts';
import * as calls from './calls.ts';

/* A member's deletion request. The company's admins delete the account, because they see which purchases are pending. */

const state = z.object({
  /** Null without a request. */
  requestedAt: z.nullable(out.time),
});

export const getDeletion = contract(calls.getDeletion, {
  input: z.object({}),
  output: state,
  summary: 'Returns the time of the deletion request, if there is one.',
});

export const requestDeletion = contract(calls.requestDeletion, {
  input: z.strictObject({ password: currentPassword }),
  output: state,
  recentAuthentication: 'withFactor',
  summary: 'Requests the deletion of the account. Requires the current password. A second request changes nothing.',
});

export const cancelDeletion = contract(calls.cancelDeletion, {
  input: z.strictObject({}),
  output: state,
  summary: 'Withdraws the deletion request.',
});
