import type { ReactNode } from 'react';
import { CopyButton } from '@/islands/ui/CopyButton.tsx';
import { DateTime } from '@/islands/ui/Figures.tsx';
import { Hash } from '@/islands/ui/Hash.tsx';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import { formatLongDay } from '@/lib/core/format.ts';
import { memberPath } from '@/lib/core/paths.ts';
import { spacedMobile } from '@/lib/core/spaced-mobile.ts';
import type { MemberDetails as Details } from '@/lib/members/detail/contract.ts';

const SIGN_LABELS = { mobile: 'mobile', wallet: 'wallet', network: 'network', device: 'browser' } as const;
const GENDER_LABELS = { male: 'Male', female: 'Female', other: 'Other' } as const;

function Fact({ label, children }: { label: string; children: ReactNode }) {
  const absent = children === null || children === '';
  return (
    <div>
      <dt>{label}</dt>
      <dd>{absent ? <span className="table-missing">--</span> : children}</dd>
    </div>
  );
}

/** What the member has in common with others, which may mean that they are one person. */
function SharedFacts({ member }: { member: Details }) {
  return (
    <>
      {member.sharedWith.map(({ id, name, referralCode, what }) => (
        <Fact key={`${what} ${id}`} label={what === 'aadhaar' ? 'Same Aadhaar as' : 'Same wallet as'}>
          <a className="link text-warning" href={memberPath(id)}>
            {name} ({referralCode})
          </a>
        </Fact>
      ))}
      {member.selfReferralSigns.length > 0 && (
        <Fact label="Same as the referrer">
          <span className="text-warning">{member.selfReferralSigns.map((sign) => SIGN_LABELS[sign]).join(', ')}</span>
        </Fact>
      )}
    </>
  );
}

/** What is known of the person. Of an erased account only what the history is kept under. */
export function MemberDetails({ member }: { member: Details }) {
  const brought = member.referredBy && (
    <a className="link" href={memberPath(member.referredBy.id)}>
      {member.referredBy.name}
    </a>
  );
  return (
    <section className="card grid gap-2" aria-labelledby="member-details">
      <h2 className="card-title" id="member-details">
        Profile
      </h2>
      <dl className="facts min-[720px]:max-[1400px]:grid-cols-[1fr_1fr] min-[720px]:max-[1400px]:gap-x-12 [&>div:last-child]:pb-0">
        <Fact label="Member ID">
          <span className="-my-1.5 -me-2 inline-flex items-center gap-0.5">
            {member.referralCode}
            <CopyButton text={member.referralCode} what="Member ID" />
          </span>
        </Fact>
        {member.erasedAt === null && (
          <>
            <Fact label="Email">
              <span className="-my-1.5 -me-2 inline-flex items-center gap-0.5">
                {member.email}
                <CopyButton text={member.email} what="Email" />
              </span>
            </Fact>
            <Fact label="Mobile">
              <span className="figure">{spacedMobile(member.mobile)}</span>
            </Fact>
          </>
        )}
        <Fact label="Verification">
          {member.isApproved ? (
            <StatusBadge status="success" label="Verified" />
          ) : (
            <StatusBadge status="pending" label="Waiting" />
          )}
        </Fact>
        {member.erasedAt === null && (
          <>
            <Fact label="Date of birth">
              {member.dateOfBirth && formatLongDay(`${member.dateOfBirth}T00:00:00+05:30`)}
            </Fact>
            <Fact label="Gender">{member.gender && GENDER_LABELS[member.gender]}</Fact>
            <Fact label="Pincode">{member.pincode}</Fact>
            <Fact label="Aadhaar">
              {member.kycDocumentNumber && <span className="figure">{member.kycDocumentNumber}</span>}
            </Fact>
            <Fact label="Wallet">
              {member.walletAddress && <Hash value={member.walletAddress} what="wallet address" />}
            </Fact>
          </>
        )}
        <Fact label="Joined">
          <DateTime value={member.createdAt} show="day" />
        </Fact>
        <Fact label="Referred by">{brought}</Fact>
        <SharedFacts member={member} />
      </dl>
    </section>
  );
}
