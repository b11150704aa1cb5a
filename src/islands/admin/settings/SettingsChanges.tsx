import { Fragment } from 'react';
import type { SettingsValues } from '@/lib/settings/contract.ts';
import { changedLines } from '@/lib/settings/labels.rules.ts';

/** What was and what will be, setting by setting. */
export function SettingsChanges({ before, after }: { before: SettingsValues; after: SettingsValues }) {
  return (
    <dl className="changes">
      {changedLines(before, after).map(({ name, label, was, is }) => (
        <Fragment key={name}>
          <dt>{label}</dt>
          <dd>
            <del>
              <span className="sr-only">was </span>
              {was}
            </del>
            <ins>
              <span className="sr-only">becomes </span>
              {is}
            </ins>
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
