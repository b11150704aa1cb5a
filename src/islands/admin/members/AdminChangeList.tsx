import { Fragment } from 'react';
import type { AdminChange } from '@/lib/members/proposals/contract.ts';
import { changedDetails } from '@/lib/members/proposals/labels.rules.ts';

/** What was and what will be, field by field. */
export function AdminChangeList({ change: { before, after } }: { change: Pick<AdminChange, 'before' | 'after'> }) {
  const isChange = before !== null && after !== null;
  return (
    <dl className="changes">
      {isChange && (
        <>
          <dt>Account</dt>
          <dd>{before.name}</dd>
        </>
      )}
      {changedDetails(before, after).map(({ label, was, is }) => (
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
                <span className="sr-only">becomes </span>
                {is}
              </ins>
            )}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
