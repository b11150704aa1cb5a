import { useEffect, useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { Money, Quantity } from '@/islands/ui/Figures.tsx';
import { useLazy } from '@/islands/useLazy.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { groupIndian } from '@/lib/core/format.ts';
import { listAudit } from '@/lib/members/audit-contract.ts';
import { listMemberMails } from '@/lib/members/mails-contract.ts';
import {
  type MemberDetails as Details,
  getMember,
  listMemberPurchases,
  listMemberReferrals,
  listMemberSignIns,
  listMemberStock,
  type Section as SectionName,
  type SectionPages,
} from '@/lib/members/view-contract.ts';
import {
  mailColumns,
  PURCHASE_COLUMNS,
  REFERRAL_COLUMNS,
  SIGN_IN_COLUMNS,
  stockColumns,
  TRAIL_COLUMNS,
} from './columns.tsx';
import { MemberDetails } from './MemberDetails.tsx';
import type { MemberDialogProps } from './MemberDialog.tsx';
import { MemberHead } from './MemberHead.tsx';
import { Section } from './Section.tsx';
import { pathOf } from './view.ts';

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

export function MemberScreen({ initial, pages: given, symbol, ownId }: MemberScreenProps) {
  const [pages, setPages] = useState(given);
  const [open, setOpen] = useState<MemberDialogProps['open'] | null>(null);
  const dialogs = useLazy('The form', async () => (await import('./MemberDialog.tsx')).MemberDialog);
  const { id } = initial.member;
  const { data: member = initial.member } = useFetched(getMember, { id }, initial.member);
  const isErased = member.erasedAt !== null;

  useEffect(() => {
    if (pages !== given) history.replaceState(history.state, '', pathOf(id, pages));
  }, [pages, given, id]);

  async function ask(next: MemberDialogProps['open']): Promise<void> {
    if (await dialogs.load()) setOpen(next);
  }

  const at = <S extends SectionName>(section: S) => ({
    memberId: id,
    initial: initial[section],
    page: pages[section],
    href: (page: number) => pathOf(id, { ...pages, [section]: page }),
    onPage: (page: number) => setPages((now) => ({ ...now, [section]: page })),
  });

  return (
    <div className="stack member-page">
      <MemberHead it={member} isOwn={id === ownId} busy={dialogs.loading} onAction={(what) => void ask({ what })} />
      <Sums it={member} symbol={symbol} />
      <div className="member-columns">
        <MemberDetails it={member} />
        <div className="stack">
          <Section
            {...at('purchases')}
            title="Purchases"
            contract={listMemberPurchases}
            columns={PURCHASE_COLUMNS}
            rowKey={(row) => row.id}
            emptyText="No purchase yet."
          />
          <Section
            {...at('stock')}
            title="Stock"
            sum={<Quantity value={member.stockBalance} symbol={symbol} />}
            contract={listMemberStock}
            columns={stockColumns(id)}
            rowKey={(row) => row.transactionHash}
            emptyText="No stock yet."
          />
          <Section
            {...at('referrals')}
            title="Members referred"
            sum={<Quantity value={member.rewardsEarned} symbol={`${symbol} earned`} />}
            contract={listMemberReferrals}
            columns={REFERRAL_COLUMNS}
            rowKey={(row) => row.id}
            emptyText="Nobody has joined with this member’s ID yet."
          />
          <Section
            {...at('signIns')}
            title="Sign-ins"
            note="Device and address are kept only as long as the session."
            contract={listMemberSignIns}
            columns={SIGN_IN_COLUMNS}
            rowKey={(row, index) => `${row.startedAt}-${index}`}
            emptyText="Never signed in yet."
          />
          <Section
            {...at('trail')}
            title="Audit trail"
            note="What the member did, and what was done to the account and its purchases."
            contract={listAudit}
            columns={TRAIL_COLUMNS}
            rowKey={(row) => row.seq}
            emptyText="Nothing is recorded yet."
          />
          <Section
            {...at('mails')}
            title="Mails"
            note="Of the last 30 days, to the present address. What a mail said is not kept."
            contract={listMemberMails}
            columns={mailColumns(isErased ? null : (mail) => void ask({ what: 'resend', mail }))}
            rowKey={(row) => row.id}
            isUnderWay={(row) => row.state === 'WAITING'}
            emptyText={isErased ? 'Mails to an erased account are forgotten.' : 'No mail in the last 30 days.'}
          />
        </div>
      </div>
      {open && dialogs.Part && <dialogs.Part open={open} member={member} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** What the member comes to, at a glance. */
function Sums({ it, symbol }: { it: Details; symbol: string }) {
  const { purchases } = it;
  const times = (count: number): string => `${groupIndian(String(count))} ${count === 1 ? 'purchase' : 'purchases'}`;
  return (
    <dl className="card member-sums">
      <div>
        <dt>Approved</dt>
        <dd>
          <Money value={purchases.approvedAmount} />
          <span className="member-more">{times(purchases.approved)}</span>
        </dd>
      </div>
      <div>
        <dt>Waiting</dt>
        <dd>
          <Money value={purchases.pendingAmount} />
          <span className="member-more">{times(purchases.pending)}</span>
        </dd>
      </div>
      <div>
        <dt>Stock</dt>
        <dd>
          <Quantity value={it.stockBalance} />
          <span className="member-more">{symbol}</span>
        </dd>
      </div>
      <div>
        <dt>Rewards earned</dt>
        <dd>
          <Quantity value={it.rewardsEarned} />
          <span className="member-more">
            {groupIndian(String(it.membersBrought))} {it.membersBrought === 1 ? 'member' : 'members'} referred
          </span>
        </dd>
      </div>
    </dl>
  );
}
