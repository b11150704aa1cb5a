/** What one admin has proposed and a second one has to confirm, of accounts and settings alike. */
import { accountName, changedLines } from '../beneficiaries/rules.ts';
import { listAccountProposals } from '../beneficiaries/service.ts';
import type { Scope } from '../scope.ts';
import { listSettingsProposals } from '../settings/service.ts';
import { changedLines as changedSettings } from '../settings/words-rules.ts';

export interface ChangeRow {
  readonly of: 'Beneficiary' | 'Settings';
  readonly kind: 'Added' | 'Changed' | 'Deleted';
  /** The account, by its bank and last digits. */
  readonly account: string | null;
  /** `Label: value`, one after the other; null where there was nothing, or will be. */
  readonly before: string | null;
  readonly after: string | null;
  readonly proposedBy: string;
  readonly proposedAt: Date;
  readonly expiresAt: Date;
  /** What it was made from has changed since: it can only be refused or withdrawn. */
  readonly isStale: boolean;
}

interface Line {
  readonly label: string;
  readonly was: string | null;
  readonly is: string | null;
}

function told(lines: readonly Line[], which: 'was' | 'is'): string | null {
  const all = lines.filter((line) => line[which] !== null);
  return all.length === 0 ? null : all.map((line) => `${line.label}: ${line[which] || 'none'}`).join('; ');
}

function rowOf(
  it: { proposedBy: string; proposedAt: string; expiresAt: string; isStale: boolean },
  lines: readonly Line[],
  more: Pick<ChangeRow, 'of' | 'kind' | 'account'>,
): ChangeRow {
  const { proposedBy, proposedAt, expiresAt, isStale } = it;
  return {
    ...more,
    before: told(lines, 'was'),
    after: told(lines, 'is'),
    proposedBy,
    proposedAt: new Date(proposedAt),
    expiresAt: new Date(expiresAt),
    isStale,
  };
}

const KINDS = { add: 'Added', update: 'Changed', delete: 'Deleted' } as const;

/** As the screens have them, the oldest first. */
export async function listWaitingChanges(scope: Scope): Promise<ChangeRow[]> {
  const [accounts, settings] = await Promise.all([listAccountProposals(scope), listSettingsProposals(scope)]);
  const rows = [
    ...accounts.map((it) => {
      const named = it.before ?? it.after;
      return rowOf(it, changedLines(it.before, it.after), {
        of: 'Beneficiary',
        kind: KINDS[it.kind],
        account: named && accountName(named),
      });
    }),
    ...settings.map((it) =>
      rowOf(it, changedSettings(it.before, it.after), { of: 'Settings', kind: 'Changed', account: null }),
    ),
  ];
  return rows.sort((a, b) => a.proposedAt.getTime() - b.proposedAt.getTime());
}
