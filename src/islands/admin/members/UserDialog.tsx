import type { MemberRow } from '@/lib/members/contract.ts';
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
      return <ApproveConfirm member={open.member} onClose={onClose} />;
    case 'delete':
      return <DeleteConfirm member={open.member} onClose={onClose} />;
  }
}
