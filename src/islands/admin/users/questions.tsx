import { call } from '@/islands/api.ts';
import { ConfirmDialog } from '@/islands/ui/ConfirmDialog.tsx';
import type { Contract } from '@/lib/core/contract.ts';
import { deleteMember, listMembers, type MemberRow, updateMember } from '@/lib/members/contract.ts';
import { useChange } from './useChange.ts';

export interface QuestionProps {
  member: Pick<MemberRow, 'id' | 'name' | 'email' | 'referralCode'>;
  onClose: () => void;
  onDone?: () => void;
  /** What shows the account besides the list. */
  reads?: readonly Contract[];
}

function Person({ member }: Pick<QuestionProps, 'member'>) {
  return (
    <dl className="facts">
      <div>
        <dt>Name</dt>
        <dd>{member.name}</dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>{member.email}</dd>
      </div>
      <div>
        <dt>Referral Code</dt>
        <dd>{member.referralCode}</dd>
      </div>
    </dl>
  );
}

export function ApproveQuestion({ member, onClose, onDone, reads = [] }: QuestionProps) {
  const { busy, failure, send } = useChange(listMembers, ...reads);
  async function confirm(): Promise<void> {
    if (!(await send(() => call(updateMember, { id: member.id, isApproved: true })))) return;
    onClose();
    onDone?.();
  }
  return (
    <ConfirmDialog
      title="Aye you sure, you want to Approve?"
      busy={busy}
      failure={failure?.message ?? null}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Person member={member} />
      <p className="text-sm text-muted">A verification cannot be taken back. The member is told by mail.</p>
    </ConfirmDialog>
  );
}

export function DeleteQuestion({ member, onClose, onDone, reads = [] }: QuestionProps) {
  const { busy, failure, send } = useChange(listMembers, ...reads);
  async function confirm(): Promise<void> {
    if (!(await send(() => call(deleteMember, { id: member.id })))) return;
    onClose();
    onDone?.();
  }
  return (
    <ConfirmDialog
      title="Aye you sure, you want to Delete?"
      look="danger"
      busy={busy}
      failure={failure?.message ?? null}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Person member={member} />
      <p className="text-sm text-muted">
        The personal data of this account are erased for good, and it is signed out everywhere. Purchases and stock stay
        on record under the referral code.
      </p>
    </ConfirmDialog>
  );
}
