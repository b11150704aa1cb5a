import type { Fetched } from '@/islands/data.ts';
import type { MemberDetails as Details } from '@/lib/members/detail/contract.ts';
import { QueueNotice } from '../lists/QueueNotice.tsx';
import { MemberDetails } from './detail/MemberDetails.tsx';
import { SameClaims } from './SameClaims.tsx';

/** What an admin compares before a verification: what a member says of themselves, and others who say the same. */
export function Claims({ details: { data, error, retry } }: { details: Fetched<Details> }) {
  if (!data) return <QueueNotice error={error} onRestart={retry} />;
  return (
    <>
      <SameClaims member={data} />
      <MemberDetails member={data} />
    </>
  );
}
