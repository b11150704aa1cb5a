import { call } from '@/islands/api.ts';
import { ConfirmModal } from '@/islands/ui/ConfirmModal.tsx';
import { Money } from '@/islands/ui/Figures.tsx';
import { FormModal } from '@/islands/ui/FormModal.tsx';
import { useForm } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import { listAudit } from '@/lib/audit-log/calls.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { resetMemberFactors, setMemberStatus } from '@/lib/members/calls.ts';
import { getMember, listMemberPurchases, listMemberSignIns } from '@/lib/members/detail/calls.ts';
import type { MemberDetails } from '@/lib/members/detail/contract.ts';
import { listMemberMails, resendMemberMail } from '@/lib/members/mails/calls.ts';
import type { MemberMail } from '@/lib/members/mails/contract.ts';
import { rejectPurchasesOf } from '@/lib/purchases/calls.ts';
import { ReasonFields } from '../../purchases/ReasonFields.tsx';
import { ApproveConfirm, DeleteConfirm } from '../confirmDialogs.tsx';
import { UpdateUserModal } from '../UserModals.tsx';
import type { MemberAction } from './MemberHead.tsx';

/** What shows the account besides the list. */
const SHOWN_BY = [getMember, listAudit, listMemberMails, listMemberSignIns] as const;

export interface MemberDialogProps {
  open: { what: MemberAction } | { what: 'resend'; mail: MemberMail };
  member: MemberDetails;
  onClose: () => void;
}

/** The dialogs about the account; they load apart from the page, which most visits only read. */
export function MemberDialog({ open, member, onClose }: MemberDialogProps) {
  switch (open.what) {
    case 'approve':
      return <ApproveConfirm member={member} refreshes={SHOWN_BY} onClose={onClose} />;
    case 'edit':
      return <UpdateUserModal member={member} refreshes={SHOWN_BY} onClose={onClose} />;
    case 'delete': {
      // An account without history is gone, so there is nothing left to show.
      const leave = (): void => location.assign(PATHS.userManage);
      return <DeleteConfirm member={member} onClose={onClose} onDone={leave} />;
    }
    case 'reject-purchases':
      return <RejectPurchases member={member} onClose={onClose} />;
    case 'reset-factors':
      return <ResetFactors member={member} onClose={onClose} />;
    case 'resend':
      return <ResendConfirm member={member} mail={open.mail} onClose={onClose} />;
    default:
      return <StatusConfirm member={member} isBlock={open.what === 'block'} onClose={onClose} />;
  }
}

/** Every pending purchase of the member, one reason for all. */
function RejectPurchases({ member, onClose }: Omit<MemberDialogProps, 'open'>) {
  const form = useForm({ reason: '' });
  const submission = useSubmit({
    form,
    send: () => {
      const reason = form.values.reason.trim();
      return call(rejectPurchasesOf, { userId: member.id, ...(reason !== '' && { reason }) });
    },
    refreshes: [getMember, listAudit, listMemberMails, listMemberPurchases],
    onDone: onClose,
  });
  const { pending, pendingAmount } = member.purchases;
  return (
    <FormModal
      submission={submission}
      title={`Reject all pending purchases of ${member.name}?`}
      verb="Reject all"
      look="danger"
      className="grid gap-4"
      onClose={onClose}
    >
      <p>
        {pending === 1 ? '1 purchase' : `${pending} purchases`} of <Money value={pendingAmount} /> will be rejected, and
        their tokens can be sold to others. The member gets a mail for each.
      </p>
      <ReasonFields {...form.field('reason')} disabled={submission.busy} />
    </FormModal>
  );
}

/** For a person who has lost the phone or the passkey. */
function ResetFactors({ member, onClose }: Omit<MemberDialogProps, 'open'>) {
  return (
    <ConfirmModal
      title={`Remove the second factors of ${member.name}?`}
      verb="Remove"
      look="danger"
      send={() => call(resetMemberFactors, { id: member.id })}
      refreshes={SHOWN_BY}
      onClose={onClose}
    >
      <p>
        Their passkeys, authenticator app and recovery codes stop working, and they are signed out everywhere. They log
        in with their password alone until they add a second factor again.
      </p>
      <p className="text-sm text-muted">
        Make sure that the request comes from them, for example by a call to the number that you know. They are notified
        by mail. For 72 hours they cannot change the accounts that buyers pay to, the account of a refund or their
        wallet address.
      </p>
    </ConfirmModal>
  );
}

interface StatusConfirmProps {
  member: MemberDetails;
  isBlock: boolean;
  onClose: () => void;
}

function StatusConfirm({ member, isBlock, onClose }: StatusConfirmProps) {
  const verb = isBlock ? 'Block' : member.status === 'BLOCKED' ? 'Unblock' : 'Activate';
  return (
    <ConfirmModal
      title={`${verb} ${member.name}?`}
      look={isBlock ? 'danger' : 'primary'}
      send={() => call(setMemberStatus, { id: member.id, status: isBlock ? 'BLOCKED' : 'ACTIVE' })}
      refreshes={SHOWN_BY}
      onClose={onClose}
    >
      <p>
        {isBlock
          ? 'The member is signed out everywhere immediately and can’t sign in until the account is unblocked. Purchases and stock stay as they are, and what waits can still be decided.'
          : 'The member can sign in again with the same email and password.'}
      </p>
      <p className="text-sm text-muted">The member is notified by mail.</p>
    </ConfirmModal>
  );
}

interface ResendConfirmProps {
  member: MemberDetails;
  mail: MemberMail;
  onClose: () => void;
}

function ResendConfirm({ member, mail, onClose }: ResendConfirmProps) {
  return (
    <ConfirmModal
      title="Send this mail again?"
      send={() => call(resendMemberMail, { id: member.id, mailId: mail.id })}
      refreshes={[listAudit, listMemberMails]}
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
      <p className="text-sm text-muted">It is created again from today’s data.</p>
    </ConfirmModal>
  );
}
