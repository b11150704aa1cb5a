import { useFetched } from '@/islands/data.ts';
import { DateTime } from '@/islands/ui/Figures.tsx';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import { memberPath } from '@/lib/core/paths.ts';
import { spacedMobile } from '@/lib/core/spaced-mobile.ts';
import { getMember } from '@/lib/members/detail/calls.ts';
import type { MemberDetails } from '@/lib/members/detail/contract.ts';

/** Next to the member on show; further ones are named in the profile. */
const OTHERS_MAX = 2;

const ROWS: readonly (readonly [label: string, cell: (member: MemberDetails) => React.ReactNode])[] = [
  ['Verification', (it) => <StatusBadge {...verificationOf(it)} />],
  ['Aadhaar', (it) => it.kycDocumentNumber || '--'],
  ['Wallet', (it) => it.walletAddress || '--'],
  ['Date of birth', (it) => it.dateOfBirth || '--'],
  ['Mobile', (it) => (it.mobile ? spacedMobile(it.mobile) : '--')],
  ['Email', (it) => it.email || '--'],
  ['Pincode', (it) => it.pincode || '--'],
  ['Joined', (it) => <DateTime value={it.createdAt} />],
];

function verificationOf({ isApproved }: MemberDetails) {
  return isApproved
    ? ({ status: 'success', label: 'Verified' } as const)
    : ({ status: 'pending', label: 'Waiting' } as const);
}

/** A member and the others with the same Aadhaar number or wallet, side by side. Nothing where there is no other. */
export function SameClaims({ member }: { member: MemberDetails }) {
  const ids = [...new Set(member.sharedWith.map(({ id }) => id))].slice(0, OTHERS_MAX);
  const [first, second] = ids;
  if (first === undefined) return null;
  return (
    <section
      className="min-w-0 overflow-x-auto rounded-md border border-line"
      aria-label="Accounts with the same claim"
    >
      <div className="flex">
        <Column member={member} title="This member" />
        <Other id={first} />
        {second !== undefined && <Other id={second} />}
      </div>
    </section>
  );
}

function Other({ id }: { id: string }) {
  const { data, error } = useFetched(getMember, { id });
  if (!data) return <p className="flex-1 p-3 text-sm text-muted">{error ?? 'Loading...'}</p>;
  return (
    <Column
      member={data}
      title={
        <a className="link" href={memberPath(id)} target="_blank" rel="noopener">
          {data.name} ({data.referralCode})
        </a>
      }
    />
  );
}

function Column({ member, title }: { member: MemberDetails; title: React.ReactNode }) {
  return (
    <dl className="grid min-w-44 flex-1 content-start gap-2 border-line p-3 text-sm not-first:border-s">
      <div className="min-h-10 font-medium wrap-anywhere">{title}</div>
      {ROWS.map(([label, cell]) => (
        <div key={label}>
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="wrap-anywhere">{cell(member)}</dd>
        </div>
      ))}
    </dl>
  );
}
