import { Fragment, type ReactNode } from 'react';
import { type AccountState, type ChangedLine, changedLines } from '@/lib/beneficiaries/rules.ts';

/** Four digits at a time, as on a passbook, to be compared one group after the other; copied without gaps. */
export function Digits({ value }: { value: string }) {
  const groups = value.match(/.{1,4}/g) ?? [];
  return (
    <span className="digits tabular-nums whitespace-nowrap">
      {groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups of one number have no other name
        <span key={at} className="not-first:ms-[0.32em]">
          {group}
        </span>
      ))}
    </span>
  );
}

/** May break before its `@`, and elsewhere only where it must; never in a table, whose column gives it the room. */
export function Upi({ value }: { value: string }) {
  const [name = '', handle = ''] = value.split('@');
  return (
    <span className="wrap-anywhere sm:in-[.table]:wrap-normal">
      {name}
      <wbr />
      {`@${handle}`}
    </span>
  );
}

function shown(name: ChangedLine['name'], value: string): ReactNode {
  if (value === '') return <span className="text-muted">none</span>;
  if (name === 'upi') return <Upi value={value} />;
  return name === 'accountNumber' ? <Digits value={value} /> : value;
}

export interface ChangeListProps {
  /** Null for an account that is to be added. */
  before: AccountState | null;
  /** Null for one that is to go. */
  after: AccountState | null;
}

/** What was and what will be, field by field; nothing where nothing changes. */
export function ChangeList({ before, after }: ChangeListProps) {
  const lines = changedLines(before, after);
  if (lines.length === 0) return null;
  return (
    <dl className="changes">
      {lines.map(({ name, label, was, is }) => (
        <Fragment key={name}>
          <dt>{label}</dt>
          <dd>
            {was !== null && (
              <del>
                <span className="sr-only">was </span>
                {shown(name, was)}
              </del>
            )}
            {is !== null && (
              <ins>
                <span className="sr-only">{was === null ? '' : 'becomes '}</span>
                {shown(name, is)}
              </ins>
            )}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
