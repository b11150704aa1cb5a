import { call } from '@/islands/api.ts';
import { ConfirmDialog } from '@/islands/ui/ConfirmDialog.tsx';
import { PATHS } from '@/lib/core/paths.ts';
import { listAudit } from '@/lib/members/audit-contract.ts';
import { setMemberStatus } from '@/lib/members/contract.ts';
import { listMemberMails, type MemberMail, resendMemberMail } from '@/lib/members/mails-contract.ts';
import { getMember, listMemberSignIns, type MemberDetails } from '@/lib/members/view-contract.ts';
import { ApproveQuestion, DeleteQuestion } from '../users/questions.tsx';
import { UpdateUserModal } from '../users/UserModals.tsx';
import { useChange } from '../users/useChange.ts';
import type { MemberAction } from './MemberHead.tsx';

/** What a change of the account shows in. */
const READS = [getMember, listAudit, listMemberMails, listMemberSignIns] as const;

export interface MemberDialogProps {
  open: { what: MemberAction } | { what: 'resend'; mail: MemberMail };
  member: MemberDetails;
  onClose: () => void;
}

/** Whatever is asked about the account; comes apart from the page, which most only look at. */
export function MemberDialog({ open, member, onClose }: MemberDialogProps) {
  switch (open.what) {
    case 'approve':
      return <ApproveQuestion member={member} reads={READS} onClose={onClose} />;
    case 'edit':
      return <UpdateUserModal member={member} reads={READS} onClose={onClose} />;
    case 'delete': {
      // Without history nothing is left to be shown.
      const leaves = (): void => location.assign(PATHS.userManage);
      return <DeleteQuestion member={member} onClose={onClose} onDone={leaves} />;
    }
    case 'resend':
      return <ResendQuestion member={member} mail={open.mail} onClose={onClose} />;
    default:
      return <StatusQuestion member={member} isBlock={open.what === 'block'} onClose={onClose} />;
  }
}

interface StatusQuestionProps {
  member: MemberDetails;
  isBlock: boolean;
  onClose: () => void;
}

function StatusQuestion({ member, isBlock, onClose }: StatusQuestionProps) {
  const { busy, failure, send } = useChange(...READS);
  const verb = isBlock ? 'Block' : member.status === 'BLOCKED' ? 'Unblock' : 'Activate';
  async function confirm(): Promise<void> {
    const status = isBlock ? 'BLOCKED' : 'ACTIVE';
    if (await send(() => call(setMemberStatus, { id: member.id, status }))) onClose();
  }
  return (
    <ConfirmDialog
      title={`${verb} ${member.name}?`}
      look={isBlock ? 'danger' : 'primary'}
      busy={busy}
      failure={failure?.message ?? null}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {isBlock
          ? 'The member is signed out everywhere at once and can’t sign in until the account is unblocked. Purchases and stock stay as they are, and what waits can still be decided.'
          : 'The member can sign in again with the same email and password.'}
      </p>
      <p className="text-sm text-muted">The member is told by mail.</p>
    </ConfirmDialog>
  );
}

function ResendQuestion({ member, mail, onClose }: { member: MemberDetails; mail: MemberMail; onClose: () => void }) {
  const { busy, failure, send } = useChange(listAudit, listMemberMails);
  async function confirm(): Promise<void> {
    if (await send(() => call(resendMemberMail, { id: member.id, mailId: mail.id }))) onClose();
  }
  return (
    <ConfirmDialog
      title="Send this mail again?"
      busy={busy}
      failure={failure?.message ?? null}
      onConfirm={confirm}
      onClose={onClose}
    >
      <dl className="facts">
        <div>
          <dt>Mail</dt>
          <dd>{mail.title}</dd>
        </div>
        {mail.orderNumber && (
          <div>
            <dt>Order</dt>
            <dd>{mail.orderNumber}</dd>
          </div>
        )}
        <div>
          <dt>To</dt>
          <dd>{member.email}</dd>
        </div>
      </dl>
      <p className="text-sm text-muted">It is written anew from what is on record today.</p>
    </ConfirmDialog>
  );
}
