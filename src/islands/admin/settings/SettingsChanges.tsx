import { Fragment } from 'react';
import type { SettingsValues } from '@/lib/settings/contract.ts';
import { SETTING_LABELS, SETTING_NAMES } from '@/lib/settings/rules.ts';
import { writtenSetting } from '@/lib/settings/words-rules.ts';

/** What was and what will be, setting by setting. */
export function SettingsChanges({ before, after }: { before: SettingsValues; after: SettingsValues }) {
  const names = SETTING_NAMES.filter((name) => before[name] !== after[name]);
  return (
    <dl className="changes">
      {names.map((name) => (
        <Fragment key={name}>
          <dt>{SETTING_LABELS[name]}</dt>
          <dd>
            <del>
              <span className="sr-only">was </span>
              {writtenSetting(name, before)}
            </del>
            <ins>
              <span className="sr-only">becomes </span>
              {writtenSetting(name, after)}
            </ins>
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
