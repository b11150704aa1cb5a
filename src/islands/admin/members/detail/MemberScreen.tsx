import { type ReactNode, useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { Money, Quantity } from '@/islands/ui/Figures.tsx';
import { useAddress } from '@/islands/ui/useListState.ts';
import { useLazyComponent } from '@/islands/useLazyComponent.ts';
import type { listAudit } from '@/lib/audit-log/calls.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { groupIndian } from '@/lib/core/format.ts';
import type { SectionPages } from '@/lib/members/detail/calls.ts';
import {
  getMember,
  type listMemberPurchases,
  type listMemberReferrals,
  type listMemberSignIns,
  type listMemberStock,
} from '@/lib/members/detail/calls.ts';
import type { MemberDetails as Details } from '@/lib/members/detail/contract.ts';
import type { listMemberMails } from '@/lib/members/mails/calls.ts';
import { MemberDetails } from './MemberDetails.tsx';
import type { MemberDialogProps } from './MemberDialog.tsx';
import { MemberHead } from './MemberHead.tsx';
import { MemberSections } from './MemberSections.tsx';
import { memberAddress } from './sectionPages.ts';

export interface MemberScreenProps {
  initial: {
    member: Details;
    purchases: OutputOf<typeof listMemberPurchases>;
    stock: OutputOf<typeof listMemberStock>;
    referrals: OutputOf<typeof listMemberReferrals>;
    signIns: OutputOf<typeof listMemberSignIns>;
    trail: OutputOf<typeof listAudit>;
    mails: OutputOf<typeof listMemberMails>;
  };
  pages: SectionPages;
  symbol: string;
  ownId: string;
}

export function MemberScreen({ initial, pages, symbol, ownId }: MemberScreenProps) {
  const [open, setOpen] = useState<MemberDialogProps['open'] | null>(null);
  const dialogs = useLazyComponent('The form', async () => (await import('./MemberDialog.tsx')).MemberDialog);
  const { id } = initial.member;
  const [address] = useState(() => memberAddress(id));
  const state = useAddress(address, pages);
  const { data: member = initial.member } = useFetched(getMember, { id }, initial.member);

  async function openDialog(next: MemberDialogProps['open']): Promise<void> {
    if (await dialogs.load()) setOpen(next);
  }

  return (
    <div className="stack content-wide">
      <MemberHead
        member={member}
        isOwn={id === ownId}
        busy={dialogs.loading}
        onAction={(what) => void openDialog({ what })}
      />
      <Sums member={member} symbol={symbol} />
      <div className="grid grid-cols-1 items-start gap-6 min-[1400px]:grid-cols-[296px_minmax(0,1fr)]">
        <MemberDetails member={member} />
        <MemberSections
          initial={initial}
          address={address}
          state={state}
          member={member}
          symbol={symbol}
          onResend={(mail) => void openDialog({ what: 'resend', mail })}
        />
      </div>
      {open && dialogs.Component && <dialogs.Component open={open} member={member} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** What the member comes to, at a glance. */
function Sums({ member, symbol }: { member: Details; symbol: string }) {
  const { purchases } = member;
  const times = (count: number): string => `${groupIndian(String(count))} ${count === 1 ? 'purchase' : 'purchases'}`;
  return (
    <dl className="card member-sums grid grid-cols-1 gap-3 sm:grid-cols-[repeat(auto-fit,minmax(132px,1fr))] sm:gap-x-6 sm:gap-y-5">
      <Sum label="Approved" figure={<Money value={purchases.approvedAmount} />}>
        {times(purchases.approved)}
      </Sum>
      <Sum label="Waiting" figure={<Money value={purchases.pendingAmount} />}>
        {times(purchases.pending)}
      </Sum>
      <Sum label="Stock" figure={<Quantity value={member.stockBalance} />}>
        {symbol}
      </Sum>
      <Sum label="Rewards earned" figure={<Quantity value={member.rewardsEarned} />}>
        {groupIndian(String(member.membersBrought))} {member.membersBrought === 1 ? 'member' : 'members'} referred
      </Sum>
    </dl>
  );
}

function Sum({ label, figure, children }: { label: string; figure: ReactNode; children: ReactNode }) {
  return (
    <div className="max-sm:flex max-sm:justify-between max-sm:gap-4">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="grid min-w-0 gap-0.5 max-sm:justify-items-end max-sm:text-end [&>.figure]:text-lg [&>.figure]:font-semibold [&>.figure]:tracking-[-0.017em] [&>.figure]:wrap-anywhere [&>.figure]:whitespace-normal">
        {figure}
        <span className="text-xs text-muted">{children}</span>
      </dd>
    </div>
  );
}
