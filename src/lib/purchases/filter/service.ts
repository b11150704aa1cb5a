/** The filters of a company's purchases, for its list and its export. */
import type { InputOf } from '../../core/contract.ts';
import type { Scope } from '../../scope.ts';
import { contradictingStates, statesOf } from '../bank-filter.rules.ts';
import type * as calls from '../calls.ts';
import { searchText } from '../list/search.rules.ts';
import { NEW_ACCOUNT_SECONDS, PAYMENT_SECONDS } from '../rules.ts';
import type { PurchaseFilter } from './store.ts';

type Sent = Pick<
  InputOf<typeof calls.listTransactionsAsAdmin>,
  'search' | 'status' | 'waiting' | 'from' | 'to' | 'method' | 'amountFrom' | 'amountTo' | 'flag' | 'bank'
>;

export function companyFilter(scope: Scope, input: Sent): PurchaseFilter {
  const { search, status, waiting, from, to, method, amountFrom, amountTo, flag, bank } = input;
  return {
    companyId: scope.company.id,
    search: searchText(search, 'all'),
    status: status === 'ALL' ? undefined : status,
    waitsForSecond: waiting === 'second',
    from,
    to,
    method,
    minPaise: amountFrom,
    maxPaise: amountTo,
    flag: flag && {
      name: flag,
      paymentSeconds: PAYMENT_SECONDS,
      newAccountSeconds: NEW_ACCOUNT_SECONDS,
      contradictions: contradictingStates(),
    },
    bankStates: bank && statesOf(bank),
  };
}
