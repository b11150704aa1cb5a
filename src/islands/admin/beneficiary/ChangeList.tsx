import { Fragment, type ReactNode } from 'react';
import {
  type AccountDetails,
  changedDetails,
  DETAIL_LABELS,
  DETAIL_NAMES,
  type DetailName,
} from '@/lib/beneficiaries/rules.ts';

export type AccountState = AccountDetails & { readonly isPrimary: boolean; readonly isActive: boolean };

/** Four digits at a time, as on a passbook, to be compared one group after the other; copied without gaps. */
export function Digits({ value }: { value: string }) {
  const groups = value.match(/.{1,4}/g) ?? [];
  return (
    <span className="digits">
      {groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups of one number have no other name
        <span key={at}>{group}</span>
      ))}
    </span>
  );
}

/** May break before its `@`, and elsewhere only where it must. */
export function Upi({ value }: { value: string }) {
  const [name = '', handle = ''] = value.split('@');
  return (
    <span className="upi-id">
      {name}
      <wbr />
      {`@${handle}`}
    </span>
  );
}

function shown(name: DetailName, value: string): ReactNode {
  if (value === '') return <span className="text-muted">none</span>;
  if (name === 'upi') return <Upi value={value} />;
  return name === 'accountNumber' ? <Digits value={value} /> : value;
}

interface Row {
  readonly label: string;
  readonly was: ReactNode;
  readonly is: ReactNode;
}

const yesNo = (on: boolean): string => (on ? 'Yes' : 'No');

function rowsOf(before: AccountState | null, after: AccountState | null): Row[] {
  const names = before && after ? changedDetails(before, after) : DETAIL_NAMES;
  const rows: Row[] = names.map((name) => ({
    label: DETAIL_LABELS[name],
    was: before && shown(name, before[name]),
    is: after && shown(name, after[name]),
  }));
  const flags = [
    ['Primary account', 'isPrimary'],
    ['Active', 'isActive'],
  ] as const;
  for (const [label, flag] of flags) {
    if (before && after ? before[flag] === after[flag] : flag !== 'isPrimary') continue;
    rows.push({ label, was: before && yesNo(before[flag]), is: after && yesNo(after[flag]) });
  }
  return rows;
}

export interface ChangeListProps {
  /** Null for an account that is to be added. */
  before: AccountState | null;
  /** Null for one that is to go. */
  after: AccountState | null;
}

/** What was and what will be, field by field; nothing where nothing changes. */
export function ChangeList({ before, after }: ChangeListProps) {
  const rows = rowsOf(before, after);
  if (rows.length === 0) return null;
  return (
    <dl className="changes">
      {rows.map(({ label, was, is }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>
            {was !== null && (
              <del>
                <span className="sr-only">was </span>
                {was}
              </del>
            )}
            {is !== null && (
              <ins>
                <span className="sr-only">{was === null ? '' : 'becomes '}</span>
                {is}
              </ins>
            )}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
