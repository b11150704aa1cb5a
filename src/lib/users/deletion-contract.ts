import * as z from 'zod/mini';
import { contract } from '../core/contract.ts';
import { out } from '../core/wire.ts';
import { currentPassword } from './contract.ts';

/* A member's wish to be deleted. The company's admins carry it out: they see what purchases are still open. */

const state = z.object({
  /** Null while there is no request. */
  requestedAt: z.nullable(out.time),
});

export const getDeletion = contract({
  method: 'GET',
  path: '/api/v1/user/auth/deletion/get',
  access: 'member',
  from: 'query',
  input: z.object({}),
  output: state,
  summary: 'Whether the member has asked for the account to be deleted.',
  failure: 'Failed to fetch your deletion request',
});

export const requestDeletion = contract({
  method: 'POST',
  path: '/api/v1/user/auth/deletion/request',
  access: 'member',
  from: 'json',
  input: z.strictObject({ password: currentPassword }),
  output: state,
  summary: 'Asks for the account to be deleted. Needs the current password; a second request changes nothing.',
  failure: 'Failed to send your deletion request',
  success: 'Your deletion request has been sent.',
});

export const cancelDeletion = contract({
  method: 'POST',
  path: '/api/v1/user/auth/deletion/cancel',
  access: 'member',
  from: 'json',
  input: z.strictObject({}),
  output: state,
  summary: 'Takes the deletion request back.',
  failure: 'Failed to take back your deletion request',
  success: 'Your deletion request has been taken back.',
});
