import { Avatar } from '@/islands/ui/Avatar.tsx';
import { Button } from '@/islands/ui/Button.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import { formatLongDay } from '@/lib/core/format.ts';
import { PATHS } from '@/lib/core/paths.ts';
import type { MemberDetails } from '@/lib/members/detail/contract.ts';

export type MemberAction = 'approve' | 'edit' | 'block' | 'unblock' | 'delete' | 'reject-purchases' | 'reset-factors';

export interface MemberHeadProps {
  member: MemberDetails;
  /** The admin's own account: nobody blocks or deletes that. */
  isOwn: boolean;
  busy: boolean;
  onAction: (action: MemberAction) => void;
}

const STATES = {
  ACTIVE: { status: 'success', label: 'Active' },
  INACTIVE: { status: 'inactive', label: 'Inactive' },
  BLOCKED: { status: 'failed', label: 'Blocked' },
} as const;

/** The name, the state of the account, and the actions on it. */
export function MemberHead({ member, isOwn, busy, onAction }: MemberHeadProps) {
  const isErased = member.erasedAt !== null;
  return (
    <header className="grid min-w-0 gap-4">
      <a
        className="inline-flex items-center gap-1 justify-self-start text-sm/6 text-muted underline-offset-3 hover:text-ink hover:underline"
        href={PATHS.userManage}
      >
        <Icon name="left" size={16} />
        Manage User
      </a>
      <div className="flex min-w-0 flex-wrap items-center gap-4">
        <Avatar name={isErased ? '' : member.name} imageUrl={member.profileImage?.url} size="lg" />
        <div className="grid min-w-0 flex-[1_1_240px] gap-1">
          <h1 className="page-title wrap-anywhere">{member.name}</h1>
          <p className="flex flex-wrap items-center gap-1.5">
            {isErased ? <StatusBadge status="erased" label="Erased" /> : <StatusBadge {...STATES[member.status]} />}
            {!isErased && !member.isApproved && <StatusBadge status="pending" label="Waiting For Verification" />}
            {member.role === 'ADMIN' && <span className="mark rounded-full px-2 leading-6">Admin</span>}
            {isOwn && <span className="mark rounded-full px-2 leading-6">Your own account</span>}
          </p>
        </div>
        {!isErased && <Actions member={member} isOwn={isOwn} busy={busy} onAction={onAction} />}
      </div>
      {member.erasedAt !== null && (
        <p className="notice">
          <span>
            This account was deleted on {formatLongDay(member.erasedAt)} and its personal data are erased. Purchases and
            stock stay on record under {member.referralCode}.
          </span>
        </p>
      )}
      {member.deletionRequestedAt !== null && (
        <p className="notice" data-tone="warning">
          <span>
            The member asked on {formatLongDay(member.deletionRequestedAt)} for this account to be deleted. Please
            settle what waits, then delete it.
          </span>
        </p>
      )}
    </header>
  );
}

function Actions({ member, isOwn, busy, onAction }: MemberHeadProps) {
  const isShut = member.status !== 'ACTIVE';
  return (
    <div className="page-actions">
      {!member.isApproved && (
        <Button icon="check" disabled={busy} onClick={() => onAction('approve')}>
          Approve
        </Button>
      )}
      <Button look="secondary" icon="edit" disabled={busy} onClick={() => onAction('edit')}>
        Edit
      </Button>
      {isShut ? (
        <Button look="secondary" disabled={busy} onClick={() => onAction('unblock')}>
          {member.status === 'BLOCKED' ? 'Unblock' : 'Activate'}
        </Button>
      ) : (
        !isOwn && (
          <Button look="secondary" icon="lock" disabled={busy} onClick={() => onAction('block')}>
            Block
          </Button>
        )
      )}
      {member.purchases.pending > 0 && (
        <Button look="secondary" icon="close" disabled={busy} onClick={() => onAction('reject-purchases')}>
          Reject all pending
        </Button>
      )}
      {!isOwn && member.hasSecondFactor && (
        <Button look="secondary" disabled={busy} onClick={() => onAction('reset-factors')}>
          Remove second factors
        </Button>
      )}
      {!isOwn && (
        <Button look="secondary" icon="delete" disabled={busy} onClick={() => onAction('delete')}>
          Delete
        </Button>
      )}
    </div>
  );
}
