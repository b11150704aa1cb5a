import { call } from '@/islands/api.ts';
import type { Verb } from '@/lib/approvals/rules.ts';
import { listMembers } from '@/lib/members/calls.ts';
import {
  confirmAdminChange,
  listAdminChanges,
  refuseAdminChange,
  withdrawAdminChange,
} from '@/lib/members/proposals/calls.ts';
import type { AdminChange } from '@/lib/members/proposals/contract.ts';
import { DecisionDialog } from '../approvals/DecisionDialog.tsx';
import { AdminChangeList } from './AdminChangeList.tsx';

interface AdminChangeDialogProps {
  verb: Verb;
  change: AdminChange;
  onClose: () => void;
}

export function AdminChangeDialog({ verb, change, onClose }: AdminChangeDialogProps) {
  const { id } = change;
  return (
    <DecisionDialog
      verb={verb}
      proposal={change}
      sends={{
        confirm: () => call(confirmAdminChange, { id }),
        refuse: () => call(refuseAdminChange, { id }),
        withdraw: () => call(withdrawAdminChange, { id }),
      }}
      refreshes={[listAdminChanges, listMembers]}
      onClose={onClose}
    >
      <AdminChangeList change={change} />
    </DecisionDialog>
  );
}
