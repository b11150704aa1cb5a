import { formatDay } from '@/lib/core/format.ts';
import type { MemberRow } from '@/lib/members/contract.ts';

/** What is out of the ordinary with an account; nothing where nothing is. */
export function AccountMarks({ it }: { it: Pick<MemberRow, 'role' | 'status' | 'deletionRequestedAt'> }) {
  const asked = it.deletionRequestedAt;
  if (it.role === 'USER' && it.status === 'ACTIVE' && asked === null) return null;
  return (
    <span className="marks">
      {it.role === 'ADMIN' && <span className="mark">Admin</span>}
      {it.status === 'BLOCKED' && (
        <span className="mark" data-tone="danger">
          Blocked
        </span>
      )}
      {it.status === 'INACTIVE' && <span className="mark">Inactive</span>}
      {asked !== null && (
        <span className="mark" data-tone="warning" title={`Asked on ${formatDay(asked)}`}>
          Deletion requested
        </span>
      )}
    </span>
  );
}
