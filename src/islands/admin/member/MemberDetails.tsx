import type { ReactNode } from 'react';
import { CopyButton } from '@/islands/ui/CopyButton.tsx';
import { DateTime } from '@/islands/ui/Figures.tsx';
import { Hash } from '@/islands/ui/Hash.tsx';
import { StatusBadge } from '@/islands/ui/StatusBadge.tsx';
import { formatLongDay } from '@/lib/core/format.ts';
import { memberPath } from '@/lib/core/paths.ts';
import type { MemberDetails as Details } from '@/lib/members/view-contract.ts';

const GENDER_WORDS = { male: 'Male', female: 'Female', other: 'Other' } as const;

function Fact({ label, children }: { label: string; children: ReactNode }) {
  const absent = children === null || children === '';
  return (
    <div>
      <dt>{label}</dt>
      <dd>{absent ? <span className="table-missing">--</span> : children}</dd>
    </div>
  );
}

/** What is known of the person. Of an erased account only what the history is kept under. */
export function MemberDetails({ it }: { it: Details }) {
  const brought = it.referredBy && (
    <a className="link" href={memberPath(it.referredBy.id)}>
      {it.referredBy.name}
    </a>
  );
  return (
    <section className="card member-details" aria-labelledby="member-details">
      <h2 className="card-title" id="member-details">
        Profile
      </h2>
      <dl className="facts">
        <Fact label="Member ID">
          <span className="member-copy">
            {it.referralCode}
            <CopyButton text={it.referralCode} what="Member ID" />
          </span>
        </Fact>
        {it.erasedAt === null && (
          <>
            <Fact label="Email">
              <span className="member-copy">
                {it.email}
                <CopyButton text={it.email} what="Email" />
              </span>
            </Fact>
            <Fact label="Mobile">
              <span className="figure">{it.mobile}</span>
            </Fact>
          </>
        )}
        <Fact label="Verification">
          {it.isApproved ? (
            <StatusBadge status="success" label="Verified" />
          ) : (
            <StatusBadge status="pending" label="Waiting" />
          )}
        </Fact>
        {it.erasedAt === null && (
          <>
            <Fact label="Date of birth">{it.dateOfBirth && formatLongDay(`${it.dateOfBirth}T00:00:00+05:30`)}</Fact>
            <Fact label="Gender">{it.gender && GENDER_WORDS[it.gender]}</Fact>
            <Fact label="Pincode">{it.pincode}</Fact>
            <Fact label="Aadhaar">
              {it.kycDocumentNumber && <span className="figure">{it.kycDocumentNumber}</span>}
            </Fact>
            <Fact label="Wallet">{it.walletAddress && <Hash value={it.walletAddress} what="wallet address" />}</Fact>
          </>
        )}
        <Fact label="Joined">
          <DateTime value={it.createdAt} show="day" />
        </Fact>
        <Fact label="Referred by">{brought}</Fact>
      </dl>
    </section>
  );
}
