import { formatDay } from '@/lib/core/format.ts';
import type { MemberRow } from '@/lib/members/contract.ts';

/** Marks of an unusual account: admin, blocked, inactive, deletion requested. Nothing for an ordinary one. */
export function AccountMarks({ member }: { member: Pick<MemberRow, 'role' | 'status' | 'deletionRequestedAt'> }) {
  const requestedAt = member.deletionRequestedAt;
  if (member.role === 'USER' && member.status === 'ACTIVE' && requestedAt === null) return null;
  return (
    <span className="inline-flex flex-wrap gap-1">
      {member.role === 'ADMIN' && <span className="mark">Admin</span>}
      {member.status === 'BLOCKED' && (
        <span className="mark" data-tone="danger">
          Blocked
        </span>
      )}
      {member.status === 'INACTIVE' && <span className="mark">Inactive</span>}
      {requestedAt !== null && (
        <span className="mark" data-tone="warning" title={`Asked on ${formatDay(requestedAt)}`}>
          Deletion requested
        </span>
      )}
    </span>
  );
}
