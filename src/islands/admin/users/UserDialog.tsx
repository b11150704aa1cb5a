import type { MemberRow } from '@/lib/members/contract.ts';
import { ApproveQuestion, DeleteQuestion } from './questions.tsx';
import { AddUserModal, UpdateUserModal } from './UserModals.tsx';

export interface UserDialogProps {
  open: { what: 'add' } | { what: 'edit' | 'approve' | 'delete'; member: MemberRow };
  onClose: () => void;
}

/** Whatever is asked about an account; comes apart from the list, which most only look at. */
export function UserDialog({ open, onClose }: UserDialogProps) {
  switch (open.what) {
    case 'add':
      return <AddUserModal onClose={onClose} />;
    case 'edit':
      return <UpdateUserModal member={open.member} onClose={onClose} />;
    case 'approve':
      return <ApproveQuestion member={open.member} onClose={onClose} />;
    case 'delete':
      return <DeleteQuestion member={open.member} onClose={onClose} />;
  }
}
