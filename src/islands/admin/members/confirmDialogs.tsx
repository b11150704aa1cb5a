import type { ReactNode } from 'react';
import { call } from '@/islands/api.ts';
import { ConfirmModal } from '@/islands/ui/ConfirmModal.tsx';
import type { Call } from '@/lib/core/contract.ts';
import { deleteMember, listMembers, updateMember } from '@/lib/members/calls.ts';
import type { MemberRow } from '@/lib/members/contract.ts';
import { listAdminChanges } from '@/lib/members/proposals/calls.ts';

export interface MemberConfirmProps {
  member: Pick<MemberRow, 'id' | 'name' | 'email' | 'referralCode'>;
  onClose: () => void;
  onDone?: () => void;
  /** What shows the account besides the list. */
  refreshes?: readonly Call[];
}

function Person({ member }: Pick<MemberConfirmProps, 'member'>) {
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

interface ApproveConfirmProps extends MemberConfirmProps {
  /** Who is verified, where the screen does not show it. By default name, email and member ID. */
  who?: ReactNode;
}

export function ApproveConfirm({ member, who, onClose, onDone, refreshes = [] }: ApproveConfirmProps) {
  return (
    <ConfirmModal
      title="Aye you sure, you want to Approve?"
      size={who ? 'md' : 'sm'}
      send={() => call(updateMember, { id: member.id, isApproved: true })}
      refreshes={[listMembers, ...refreshes]}
      onClose={onClose}
      onDone={onDone}
    >
      {who ?? <Person member={member} />}
      <p className="text-sm text-muted">A verification cannot be undone. The member is notified by mail.</p>
    </ConfirmModal>
  );
}

export function DeleteConfirm({ member, onClose, onDone, refreshes = [] }: MemberConfirmProps) {
  return (
    <ConfirmModal
      title="Aye you sure, you want to Delete?"
      look="danger"
      send={() => call(deleteMember, { id: member.id })}
      refreshes={[listMembers, listAdminChanges, ...refreshes]}
      onClose={onClose}
      onDone={onDone}
    >
      <Person member={member} />
      <p className="text-sm text-muted">
        Personal data is permanently erased and all sessions end. Purchases and stock stay on record under the referral
        code.
      </p>
    </ConfirmModal>
  );
}
