import type { CallOf } from '../core/contract.ts';
import type * as contracts from './contract.ts';

/** What an admin does. `back` returns to the state before; the pack, which is published, is final. */
export const STEPS = ['collect', 'freeze', 'pack', 'back'] as const;
export type Step = (typeof STEPS)[number];

export const CHECK_NAMES = [
  'ledger',
  'verification',
  'pending',
  'freezeDate',
  'token',
  'addresses',
  'validAddresses',
  'sharedAddresses',
  'contracts',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

export const getLaunch: CallOf<typeof contracts, 'getLaunch'> = {
  method: 'GET',
  path: '/api/v1/admin/launch/get',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch the launch',
};

export const listLaunchHolders: CallOf<typeof contracts, 'listLaunchHolders'> = {
  method: 'GET',
  path: '/api/v1/admin/launch/holders/list',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch the holders',
};

export const updateLaunch: CallOf<typeof contracts, 'updateLaunch'> = {
  method: 'PUT',
  path: '/api/v1/admin/launch/update',
  access: 'admin',
  from: 'json',
  failure: 'Failed to save the launch',
  success: 'Launch saved',
};

export const collectAddresses: CallOf<typeof contracts, 'collectAddresses'> = {
  method: 'POST',
  path: '/api/v1/admin/launch/collect',
  access: 'admin',
  from: 'json',
  failure: 'Failed to collect addresses',
  success: 'Wallet addresses are collected',
};

export const freezeLaunch: CallOf<typeof contracts, 'freezeLaunch'> = {
  method: 'POST',
  path: '/api/v1/admin/launch/freeze',
  access: 'admin',
  from: 'json',
  failure: 'Failed to freeze the launch',
  success: 'Sale and addresses are frozen',
};

export const stepBack: CallOf<typeof contracts, 'stepBack'> = {
  method: 'POST',
  path: '/api/v1/admin/launch/back',
  access: 'admin',
  from: 'json',
  failure: 'Failed to go back',
  success: 'The launch went one step back',
};

export const changeLaunchAddress: CallOf<typeof contracts, 'changeLaunchAddress'> = {
  method: 'PUT',
  path: '/api/v1/admin/launch/address/update',
  access: 'admin',
  from: 'json',
  failure: 'Failed to change the address',
};

export const confirmLaunch: CallOf<typeof contracts, 'confirmLaunch'> = {
  method: 'POST',
  path: '/api/v1/admin/launch/confirm',
  access: 'admin',
  from: 'json',
  failure: 'Failed to confirm the change',
  success: 'Change confirmed successfully',
};

export const refuseLaunch: CallOf<typeof contracts, 'refuseLaunch'> = {
  method: 'POST',
  path: '/api/v1/admin/launch/refuse',
  access: 'admin',
  from: 'json',
  failure: 'Failed to refuse the change',
  success: 'Change refused',
};

export const withdrawLaunch: CallOf<typeof contracts, 'withdrawLaunch'> = {
  method: 'POST',
  path: '/api/v1/admin/launch/withdraw',
  access: 'admin',
  from: 'json',
  failure: 'Failed to withdraw the change',
  success: 'Change withdrawn',
};

export const makePack: CallOf<typeof contracts, 'makePack'> = {
  method: 'POST',
  path: '/api/v1/admin/launch/pack/make',
  access: 'admin',
  from: 'json',
  failure: 'Failed to make the pack',
  success: 'The pack is being made',
};

export const getPack: CallOf<typeof contracts, 'getPack'> = {
  method: 'GET',
  path: '/api/v1/admin/launch/pack/get',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch the pack',
};

export const getPackFile: CallOf<typeof contracts, 'getPackFile'> = {
  method: 'GET',
  path: '/api/v1/admin/launch/pack/file',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch the file',
};

export const getClaim: CallOf<typeof contracts, 'getClaim'> = {
  method: 'GET',
  path: '/api/v1/user/launch/claim/get',
  access: 'member',
  from: 'query',
  failure: 'Failed to fetch your claim',
};
