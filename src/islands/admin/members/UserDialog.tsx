import { useFetched } from '@/islands/data.ts';
import type { MemberRow } from '@/lib/members/contract.ts';
import { getMember } from '@/lib/members/detail/calls.ts';
import { Claims } from './Claims.tsx';
import { ApproveConfirm, DeleteConfirm } from './confirmDialogs.tsx';
import { ImportModal } from './import/ImportModal.tsx';
import { AddUserModal, UpdateUserModal } from './UserModals.tsx';

export interface UserDialogProps {
  open: { what: 'add' | 'import' } | { what: 'edit' | 'approve' | 'delete'; member: MemberRow };
  onClose: () => void;
}

/** The dialogs about an account; they load apart from the list, which most visits only read. */
export function UserDialog({ open, onClose }: UserDialogProps) {
  switch (open.what) {
    case 'add':
      return <AddUserModal onClose={onClose} />;
    case 'import':
      return <ImportModal onClose={onClose} />;
    case 'edit':
      return <UpdateUserModal member={open.member} onClose={onClose} />;
    case 'approve':
      return <Verification member={open.member} onClose={onClose} />;
    case 'delete':
      return <DeleteConfirm member={open.member} onClose={onClose} />;
  }
}

function Verification({ member, onClose }: { member: MemberRow; onClose: () => void }) {
  const details = useFetched(getMember, { id: member.id });
  const who = (
    <>
      <p className="font-semibold wrap-anywhere">{member.name}</p>
      <Claims details={details} />
    </>
  );
  return <ApproveConfirm member={member} who={who} onClose={onClose} />;
}
