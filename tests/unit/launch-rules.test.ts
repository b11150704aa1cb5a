/** The states of a launch: which step leads where, and what refuses it. */
import { describe, expect, it } from 'vitest';
import type { LaunchState } from '@/lib/core/launch-states.ts';
import type { CheckName, Step } from '@/lib/launch/calls.ts';
import { type Check, checksOf, type LaunchFacts, stateAfter, stepProblem, stepsOf } from '@/lib/launch/rules.ts';

const READY: LaunchFacts = {
  holders: 3,
  withoutAddress: 0,
  invalidAddresses: 0,
  sharedAddresses: 0,
  total: 4_200n,
  entries: 4_200n,
  credited: 4_200n,
  pending: 0,
  openReversals: 0,
  heldRewards: 0,
  freezeAt: new Date('2030-01-01T00:00:00Z'),
  tokenAddress: `0x${'ab'.repeat(20)}`,
  chainId: 1n,
};
const open = (facts: Partial<LaunchFacts>): CheckName[] =>
  checksOf({ ...READY, ...facts })
    .filter((check: Check) => !check.ok)
    .map(({ name }) => name);

describe('steps', () => {
  it.each<[LaunchState, Step[]]>([
    ['SELLING', ['collect']],
    ['COLLECTING_ADDRESSES', ['freeze', 'back']],
    ['FROZEN', ['pack', 'back']],
    ['PACKED', []],
  ])('%s has %s', (state, steps) => {
    expect(stepsOf(state)).toEqual(steps);
  });

  it.each<[LaunchState, Step, LaunchState | null]>([
    ['SELLING', 'collect', 'COLLECTING_ADDRESSES'],
    ['SELLING', 'freeze', null],
    ['SELLING', 'back', null],
    ['COLLECTING_ADDRESSES', 'collect', null],
    ['COLLECTING_ADDRESSES', 'freeze', 'FROZEN'],
    ['COLLECTING_ADDRESSES', 'back', 'SELLING'],
    ['COLLECTING_ADDRESSES', 'pack', null],
    ['FROZEN', 'collect', null],
    ['FROZEN', 'freeze', null],
    ['FROZEN', 'back', 'COLLECTING_ADDRESSES'],
    ['FROZEN', 'pack', 'PACKED'],
    ['PACKED', 'back', null],
    ['PACKED', 'pack', null],
  ])('%s and %s leads to %s', (state, step, next) => {
    expect(stateAfter(state, step)).toBe(next);
    expect(stepProblem(state, step, checksOf(READY)) === null).toBe(next !== null);
  });
});

it('a pack is stopped by the checks of the freeze and its own, the freeze by the first alone', () => {
  const checks = checksOf({ ...READY, tokenAddress: null, credited: READY.credited + 1n });
  expect(stepProblem('FROZEN', 'pack', checks)).toMatch(/ledger:verify.*token address/s);
  expect(stepProblem('COLLECTING_ADDRESSES', 'freeze', checksOf({ ...READY, tokenAddress: null }))).toBeNull();
});

describe('checks', () => {
  it.each<[string, Partial<LaunchFacts>, CheckName[], boolean]>([
    ['nothing', {}, [], true],
    ['a balance that the ledger does not have', { total: 4_201n }, ['ledger'], false],
    ['a supply that credited something else', { credited: 4_199n }, ['ledger'], false],
    ['an entry that the balances do not have', { entries: 4_201n }, ['ledger'], false],
    ['entries that were not added up', { entries: null }, [], true],
    ['a supply that differs, without the entries', { entries: null, credited: 4_199n }, ['ledger'], false],
    ['a pending purchase', { pending: 1 }, ['pending'], false],
    ['a reversal that waits', { openReversals: 2 }, ['pending'], false],
    ['a referral reward on hold', { heldRewards: 1 }, ['pending'], false],
    ['no freeze date', { freezeAt: null }, ['freezeDate'], false],
    ['no token', { tokenAddress: null }, ['token'], true],
    ['no chain', { chainId: null }, ['token'], true],
    ['a holder without address', { withoutAddress: 1 }, ['addresses'], true],
    ['nobody who holds', { holders: 0, total: 0n, entries: 0n, credited: 0n }, ['addresses'], true],
    ['a token where none can be', { tokenAddress: `0x${'0'.repeat(40)}` }, ['token'], true],
    ['more holders than a pack can have', { holders: 1_000_001 }, ['addresses'], true],
    ['the zero address', { invalidAddresses: 1 }, ['validAddresses'], true],
    ['a shared address', { sharedAddresses: 1 }, ['sharedAddresses'], true],
  ])('%s', (_name, facts, names, canFreeze) => {
    // Nobody asks a node whether an address is a contract, so that check is never in order.
    expect(open(facts)).toEqual([...names, 'contracts']);
    expect(stepProblem('COLLECTING_ADDRESSES', 'freeze', checksOf({ ...READY, ...facts })) === null).toBe(canFreeze);
  });

  it('says how many', () => {
    const details = checksOf({ ...READY, pending: 1, openReversals: 2, withoutAddress: 2 }).map(({ detail }) => detail);
    expect(details).toContain(
      '1 purchase waits for a decision. 2 reversals wait for a second admin. Please decide on all of them before the freeze.',
    );
    expect(details).toContain('2 holders have no wallet address.');
  });

  it('does not say that balances are the ledger where its entries were not added up', () => {
    const detailOf = (facts: Partial<LaunchFacts>) =>
      checksOf({ ...READY, ...facts }).find(({ name }) => name === 'ledger')?.detail;
    expect(detailOf({})).toContain('the same as the ledger.');
    expect(detailOf({ entries: null })).toContain('Freeze and pack add up every entry of the ledger too.');
    expect(detailOf({ entries: null, credited: 4_199n })).toBe(
      'The balances are 4,200 tokens, and the supply says 4,199. Please run ledger:verify.',
    );
  });
});
