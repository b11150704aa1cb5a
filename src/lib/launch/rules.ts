/** The states of a launch, which step leads where, and what has to be in order before it. No I/O. */
import { formatQuantity } from '../core/format.ts';
import type { LaunchState } from '../core/launch-states.ts';
import { tokenAddressProblem } from './address.rules.ts';
import { type CheckName, STEPS, type Step } from './calls.ts';

/** Sablier takes files of so many rows. */
export const HOLDERS_MAX = 1_000_000;

const NEXT: Readonly<Record<LaunchState, Partial<Record<Step, LaunchState>>>> = {
  SELLING: { collect: 'COLLECTING_ADDRESSES' },
  COLLECTING_ADDRESSES: { freeze: 'FROZEN', back: 'SELLING' },
  FROZEN: { pack: 'PACKED', back: 'COLLECTING_ADDRESSES' },
  PACKED: {},
};

/** The state that a step leads to, `pack` when the pack is ready; null where this state has no such step. */
export function stateAfter(state: LaunchState, step: Step): LaunchState | null {
  return NEXT[state][step] ?? null;
}

/** The steps of a state, forward first. */
export function stepsOf(state: LaunchState): Step[] {
  return STEPS.filter((step) => stateAfter(state, step) !== null);
}

const REFUSED: Readonly<Record<Step, string>> = {
  collect: 'Addresses are collected already, or the stock is frozen.',
  freeze: 'Please collect the wallet addresses first. A launch is frozen once.',
  pack: 'A pack is made once, after the freeze.',
  back: 'There is no step back: the sale has not left its first state, or the pack is made, which is final.',
};

/** Why this step can't be taken; null if it can. */
export function stepProblem(state: LaunchState, step: Step, checks: readonly Check[]): string | null {
  if (stateAfter(state, step) === null) return REFUSED[step];
  if (step !== 'freeze' && step !== 'pack') return null;
  const open = checks.filter(
    ({ ok, blocks }) => !ok && (blocks === 'freeze' || (step === 'pack' && blocks === 'pack')),
  );
  return open.length === 0 ? null : open.map((check) => check.detail).join(' ');
}

export interface Check {
  readonly name: CheckName;
  readonly ok: boolean;
  readonly detail: string;
  /** The step that it stops while it is not ok; null for one that only informs. A check of the freeze stops the pack too. */
  readonly blocks: 'freeze' | 'pack' | null;
}

/** What is counted for the checks. Quantities in whole tokens. */
export interface LaunchFacts {
  readonly holders: number;
  readonly withoutAddress: number;
  /** Holders whose address a pack refuses. */
  readonly invalidAddresses: number;
  /** Addresses that more than one holder uses. */
  readonly sharedAddresses: number;
  /** The sum of all balances. */
  readonly total: bigint;
  /** The sum of all entries of the ledger; null where they were not added up. */
  readonly entries: bigint | null;
  /** What the supply says was credited. */
  readonly credited: bigint;
  /** Purchases that wait for a decision, reversals that wait for a second admin, and referral rewards on hold. */
  readonly pending: number;
  readonly openReversals: number;
  readonly heldRewards: number;
  readonly freezeAt: Date | null;
  readonly tokenAddress: string | null;
  readonly chainId: bigint | null;
  /** The command whose last run found a fault; null if none did. */
  readonly failedVerification?: 'ledger:verify' | 'audit:verify' | null;
}

/** `1 holder has`, `2 holders have`. */
const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** Every check of a launch, in the order of the screen. */
export function checksOf(facts: LaunchFacts): Check[] {
  return [
    ledgerCheck(facts),
    verificationCheck(facts),
    pendingCheck(facts),
    dateCheck(facts),
    tokenCheck(facts),
    ...addressChecks(facts),
  ];
}

function ledgerCheck({ total, entries, credited }: LaunchFacts): Check {
  const ok = total === credited && (entries === null || entries === total);
  const ofEntries = entries === null ? '' : `, the entries of the ledger ${formatQuantity(entries)}`;
  return {
    name: 'ledger',
    ok,
    blocks: 'freeze',
    detail: !ok
      ? `The balances are ${formatQuantity(total)} tokens${ofEntries}, and the supply says ${formatQuantity(credited)}. Please run ledger:verify.`
      : entries === null
        ? `The balances of all members are ${formatQuantity(total)} tokens, the same as the supply. Freeze and pack add up every entry of the ledger too.`
        : `The balances of all members are ${formatQuantity(total)} tokens, the same as the ledger.`,
  };
}

function verificationCheck({ failedVerification = null }: LaunchFacts): Check {
  return {
    name: 'verification',
    ok: failedVerification === null,
    blocks: 'pack',
    detail:
      failedVerification === null
        ? 'The last verification of the ledger and the audit trail found no fault. The pack is made only if they verify again.'
        : `The last run of ${failedVerification} found a fault. Please ask the operator of the server to look at it. A pack is made when a run finds no fault.`,
  };
}

function pendingCheck({ pending, openReversals, heldRewards }: LaunchFacts): Check {
  const parts = [
    ...(pending > 0 ? [`${count(pending, 'purchase waits', 'purchases wait')} for a decision.`] : []),
    ...(openReversals > 0 ? [`${count(openReversals, 'reversal waits', 'reversals wait')} for a second admin.`] : []),
    ...(heldRewards > 0 ? [`${count(heldRewards, 'referral reward is', 'referral rewards are')} on hold.`] : []),
  ];
  return {
    name: 'pending',
    ok: parts.length === 0,
    blocks: 'freeze',
    detail:
      parts.length === 0
        ? 'No purchase, no reversal and no referral reward waits for a decision.'
        : `${parts.join(' ')} Please decide on all of them before the freeze.`,
  };
}

function dateCheck({ freezeAt }: LaunchFacts): Check {
  return {
    name: 'freezeDate',
    ok: freezeAt !== null,
    blocks: 'freeze',
    detail: freezeAt === null ? 'Please set the freeze date, which members see.' : 'Members see the freeze date.',
  };
}

function tokenCheck({ tokenAddress, chainId }: LaunchFacts): Check {
  const isSet = tokenAddress !== null && chainId !== null;
  const problem = isSet ? tokenAddressProblem(tokenAddress) : 'Please set the token address and the chain id.';
  return {
    name: 'token',
    ok: problem === null,
    blocks: 'pack',
    detail: problem ?? 'Token address and chain id are set.',
  };
}

function addressChecks({ holders, withoutAddress, invalidAddresses, sharedAddresses }: LaunchFacts): Check[] {
  return [
    {
      name: 'addresses',
      ok: holders > 0 && holders <= HOLDERS_MAX && withoutAddress === 0,
      blocks: 'pack',
      detail:
        holders === 0
          ? 'Nobody holds stock yet.'
          : withoutAddress === 0
            ? holders <= HOLDERS_MAX
              ? 'Every holder has a wallet address.'
              : `A pack can have ${formatQuantity(HOLDERS_MAX)} holders at most, and there are ${formatQuantity(holders)}.`
            : `${count(withoutAddress, 'holder has', 'holders have')} no wallet address.`,
    },
    {
      name: 'validAddresses',
      ok: invalidAddresses === 0,
      blocks: 'pack',
      detail:
        invalidAddresses === 0
          ? 'No address is mistyped, reserved by the chain, or the token itself.'
          : `${count(invalidAddresses, 'address is', 'addresses are')} mistyped, reserved by the chain, or the token itself. Please ask the holders for another one.`,
    },
    {
      name: 'sharedAddresses',
      ok: sharedAddresses === 0,
      blocks: null,
      detail:
        sharedAddresses === 0
          ? 'No address is used by several members.'
          : `${count(sharedAddresses, 'address is', 'addresses are')} used by several members. Please ask them whether that is right.`,
    },
    {
      name: 'contracts',
      ok: false,
      blocks: null,
      detail:
        'Not checked: whether an address is a contract. This server asks no node of a chain, so please check large holders by hand.',
    },
  ];
}
