/* The bank states by filter, and those that contradict a claim. The sentences are in `bank-state.rules.ts`, which lists do not load. */
import type { BankFilter, BankState } from './calls.ts';
import type { Transaction } from './contract.ts';

/** The filter that has the purchases of a state: a partition, so the counts of all filters add up to the list. */
const FILTER_OF_STATE: Readonly<Record<BankState, BankFilter>> = {
  UNKNOWN: 'none',
  SEEN: 'seen',
  NOT_FOUND: 'missing',
  AMOUNT_DIFFERS: 'differs',
  SUGGESTED: 'checking',
  CHECKING: 'checking',
  CONFLICT: 'checking',
};

/** For filters, marks and exports. */
export const BANK_TITLES: Readonly<Record<BankFilter, string>> = {
  seen: 'Seen at the bank',
  differs: 'Differs at the bank',
  missing: 'Not at the bank',
  checking: 'Being checked',
  none: 'No statement',
};

export const bankTitle = (state: BankState): string => BANK_TITLES[FILTER_OF_STATE[state]];

const statesWhere = (isIncluded: (state: BankState) => boolean): BankState[] =>
  (Object.keys(FILTER_OF_STATE) as BankState[]).filter(isIncluded);

export const statesOf = (filter: BankFilter): readonly BankState[] =>
  statesWhere((state) => FILTER_OF_STATE[state] === filter);

/** The bank contradicts the claim, or an admin has to look at the statement first. */
export const isContradiction = (state: BankState): boolean => state !== 'SEEN' && state !== 'UNKNOWN';

export const contradictingStates = (): readonly BankState[] => statesWhere(isContradiction);

/** Whether the bank contradicts a purchase. */
export const isContradicted = ({ bankState }: Pick<Transaction, 'bankState'>): boolean => isContradiction(bankState);
