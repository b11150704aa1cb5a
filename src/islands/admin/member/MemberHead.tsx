import { Avatar } from '@/islands/ui/Avatar.tsx';
import { Button } from '@/islands/ui/Button.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import { formatLongDay } from '@/lib/core/format.ts';
import { PATHS } from '@/lib/core/paths.ts';
import type { MemberDetails } from '@/lib/members/view-contract.ts';

export type MemberAction = 'approve' | 'edit' | 'block' | 'unblock' | 'delete';

export interface MemberHeadProps {
  it: MemberDetails;
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

/** Who it is, how the account stands, and what can be done to it. */
export function MemberHead({ it, isOwn, busy, onAction }: MemberHeadProps) {
  const isErased = it.erasedAt !== null;
  return (
    <header className="member-head">
      <a className="member-back" href={PATHS.userManage}>
        <Icon name="left" size={16} />
        Manage User
      </a>
      <div className="member-title">
        <Avatar name={isErased ? '' : it.name} imageUrl={it.profileImage?.url} size="lg" />
        <div className="member-who">
          <h1 className="page-title">{it.name}</h1>
          <p className="member-marks">
            {isErased ? <StatusBadge status="erased" label="Erased" /> : <StatusBadge {...STATES[it.status]} />}
            {!isErased && !it.isApproved && <StatusBadge status="pending" label="Waiting For Verification" />}
            {it.role === 'ADMIN' && <span className="mark">Admin</span>}
            {isOwn && <span className="mark">Your own account</span>}
          </p>
        </div>
        {!isErased && <Actions it={it} isOwn={isOwn} busy={busy} onAction={onAction} />}
      </div>
      {it.erasedAt !== null && (
        <p className="notice">
          <span>
            This account was deleted on {formatLongDay(it.erasedAt)} and its personal data are erased. Purchases and
            stock stay on record under {it.referralCode}.
          </span>
        </p>
      )}
      {it.deletionRequestedAt !== null && (
        <p className="notice" data-tone="warning">
          <span>
            The member asked on {formatLongDay(it.deletionRequestedAt)} for this account to be deleted. Please settle
            what waits, then delete it.
          </span>
        </p>
      )}
    </header>
  );
}

function Actions({ it, isOwn, busy, onAction }: MemberHeadProps) {
  const isShut = it.status !== 'ACTIVE';
  return (
    <div className="page-actions">
      {!it.isApproved && (
        <Button icon="check" disabled={busy} onClick={() => onAction('approve')}>
          Approve
        </Button>
      )}
      <Button look="secondary" icon="edit" disabled={busy} onClick={() => onAction('edit')}>
        Edit
      </Button>
      {isShut ? (
        <Button look="secondary" disabled={busy} onClick={() => onAction('unblock')}>
          {it.status === 'BLOCKED' ? 'Unblock' : 'Activate'}
        </Button>
      ) : (
        !isOwn && (
          <Button look="secondary" icon="lock" disabled={busy} onClick={() => onAction('block')}>
            Block
          </Button>
        )
      )}
      {!isOwn && (
        <Button look="secondary" icon="delete" disabled={busy} onClick={() => onAction('delete')}>
          Delete
        </Button>
      )}
    </div>
  );
}
