/** The proposed changes of accounts, settings and admins that wait for a second admin. */
import { accountName, changedLines } from '../../beneficiaries/rules.ts';
import { listAccountProposals } from '../../beneficiaries/service.ts';
import { changedDetails } from '../../members/proposals/labels.rules.ts';
import { listAdminProposals } from '../../members/proposals/service.ts';
import type { Scope } from '../../scope.ts';
import { changedLines as changedSettings } from '../../settings/labels.rules.ts';
import { listSettingsProposals } from '../../settings/service.ts';
import { type ChangeRow, rowOf } from './rules.ts';

const KINDS = { add: 'Added', update: 'Changed', delete: 'Deleted', factors: 'Second factors removed' } as const;

/** All waiting changes, the oldest first. */
export async function listWaitingChanges(scope: Scope): Promise<ChangeRow[]> {
  const [accounts, settings, admins] = await Promise.all([
    listAccountProposals(scope),
    listSettingsProposals(scope),
    listAdminProposals(scope),
  ]);
  const rows = [
    ...accounts.map((proposal) => {
      const account = proposal.before ?? proposal.after;
      return rowOf(proposal, changedLines(proposal.before, proposal.after), {
        of: 'Beneficiary',
        kind: KINDS[proposal.kind],
        account: account && accountName(account),
      });
    }),
    ...settings.map((proposal) =>
      rowOf(proposal, changedSettings(proposal.before, proposal.after), {
        of: 'Settings',
        kind: 'Changed',
        account: null,
      }),
    ),
    ...admins.map((proposal) =>
      rowOf(proposal, changedDetails(proposal.before, proposal.after), {
        of: 'Admin',
        kind: KINDS[proposal.kind],
        account: (proposal.before ?? proposal.after)?.name ?? null,
      }),
    ),
  ];
  return rows.sort((a, b) => a.proposedAt.getTime() - b.proposedAt.getTime());
}
