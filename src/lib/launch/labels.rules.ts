/** What screens call the states, steps and checks of a launch. */
import type { LaunchState } from '../core/launch-states.ts';
import type { CheckName, Step } from './calls.ts';

export const STATE_LABELS: Readonly<Record<LaunchState, string>> = {
  SELLING: 'Selling',
  COLLECTING_ADDRESSES: 'Collecting addresses',
  FROZEN: 'Frozen',
  PACKED: 'Packed',
};

export const STATE_TEXTS: Readonly<Record<LaunchState, string>> = {
  SELLING: 'The sale is open, and members are not asked for wallet addresses yet.',
  COLLECTING_ADDRESSES: 'The sale is open, and holders without a wallet address are asked for one on their dashboard.',
  FROZEN:
    'The sale has ended. Stock and wallet addresses are locked; an address changes only by two admins, with a reason.',
  PACKED: 'The pack is made and final.',
};

export const STEP_LABELS: Readonly<Record<Step, string>> = {
  collect: 'Collect addresses',
  freeze: 'Freeze',
  pack: 'Make the pack',
  back: 'One step back',
};

export const CHECK_LABELS: Readonly<Record<CheckName, string>> = {
  ledger: 'Balances and ledger',
  verification: 'Verification',
  pending: 'Waiting decisions',
  freezeDate: 'Freeze date',
  token: 'Token',
  addresses: 'Wallet addresses',
  validAddresses: 'Valid addresses',
  sharedAddresses: 'Shared addresses',
  contracts: 'Contracts',
};
