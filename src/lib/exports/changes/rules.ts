/** Proposed changes as rows of an export. */

export interface ChangeRow {
  readonly of: 'Beneficiary' | 'Settings' | 'Admin';
  readonly kind: 'Added' | 'Changed' | 'Deleted' | 'Second factors removed';
  /** Bank and last digits of the account, or the admin's name. */
  readonly account: string | null;
  /** `Label: value; …`; null before an addition and after a deletion. */
  readonly before: string | null;
  readonly after: string | null;
  readonly proposedBy: string;
  readonly proposedAt: Date;
  readonly expiresAt: Date;
  /** The original has changed since: the proposal can only be refused or withdrawn. */
  readonly isStale: boolean;
}

interface Line {
  readonly label: string;
  readonly was: string | null;
  readonly is: string | null;
}

function summarise(lines: readonly Line[], side: 'was' | 'is'): string | null {
  const shown = lines.filter((line) => line[side] !== null);
  return shown.length === 0 ? null : shown.map((line) => `${line.label}: ${line[side] || 'none'}`).join('; ');
}

export function rowOf(
  proposal: { proposedBy: string; proposedAt: string; expiresAt: string; isStale: boolean },
  lines: readonly Line[],
  more: Pick<ChangeRow, 'of' | 'kind' | 'account'>,
): ChangeRow {
  const { proposedBy, proposedAt, expiresAt, isStale } = proposal;
  return {
    ...more,
    before: summarise(lines, 'was'),
    after: summarise(lines, 'is'),
    proposedBy,
    proposedAt: new Date(proposedAt),
    expiresAt: new Date(expiresAt),
    isStale,
  };
}
