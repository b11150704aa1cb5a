import { Quantity } from '@/islands/ui/Figures.tsx';
import type { AddressState } from '@/islands/ui/useListState.ts';
import { listAudit } from '@/lib/audit-log/calls.ts';
import { formatDateTime, shortenMiddle } from '@/lib/core/format.ts';
import type { ListAddress } from '@/lib/core/list-url.ts';
import type { SectionPages } from '@/lib/members/detail/calls.ts';
import {
  listMemberPurchases,
  listMemberReferrals,
  listMemberSignIns,
  listMemberStock,
  type Section as SectionName,
} from '@/lib/members/detail/calls.ts';
import type { MemberDetails as Details } from '@/lib/members/detail/contract.ts';
import { listMemberMails } from '@/lib/members/mails/calls.ts';
import {
  mailColumns,
  PURCHASE_COLUMNS,
  REFERRAL_COLUMNS,
  SIGN_IN_COLUMNS,
  stockColumns,
  TRAIL_COLUMNS,
} from './columns.tsx';
import type { MemberScreenProps } from './MemberScreen.tsx';
import { Section } from './Section.tsx';

export interface MemberSectionsProps {
  readonly initial: MemberScreenProps['initial'];
  readonly address: ListAddress<SectionPages>;
  readonly state: AddressState<SectionPages>;
  readonly member: Details;
  readonly symbol: string;
  readonly onResend: NonNullable<Parameters<typeof mailColumns>[0]>;
}

/** What each section takes of the page and the address. */
function sectionOf<S extends SectionName>({ initial, address, state, member }: MemberSectionsProps, section: S) {
  const { query, push, replace } = state;
  return {
    memberId: member.id,
    initial: initial[section],
    page: query[section],
    href: (page: number) => address.path({ ...query, [section]: page }),
    onPage: (page: number) => push((latest) => ({ ...latest, [section]: page })),
    onClamp: (page: number) => replace((latest) => ({ ...latest, [section]: page })),
  };
}

/** The lists of a member, each with its own page in the address. */
export function MemberSections(props: MemberSectionsProps) {
  const { member, symbol, onResend } = props;
  const isErased = member.erasedAt !== null;
  return (
    <div className="stack gap-8">
      <Section
        {...sectionOf(props, 'purchases')}
        title="Purchases"
        contract={listMemberPurchases}
        columns={PURCHASE_COLUMNS}
        rowKey={(row) => row.id}
        rowName={(row) => row.orderNumber}
        emptyText="No purchase yet."
      />
      <Section
        {...sectionOf(props, 'stock')}
        title="Stock"
        sum={<Quantity value={member.stockBalance} symbol={symbol} />}
        contract={listMemberStock}
        columns={stockColumns(member.id)}
        rowKey={(row) => row.transactionHash}
        rowName={(row) => `entry ${shortenMiddle(row.transactionHash, 6, 4)}`}
        emptyText="No stock yet."
      />
      <Section
        {...sectionOf(props, 'referrals')}
        title="Members referred"
        sum={<Quantity value={member.rewardsEarned} symbol={`${symbol} earned`} />}
        contract={listMemberReferrals}
        columns={REFERRAL_COLUMNS}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        emptyText="Nobody has joined with this member’s ID yet."
      />
      <Section
        {...sectionOf(props, 'signIns')}
        title="Sign-ins"
        note="Device and address are deleted with the session."
        contract={listMemberSignIns}
        columns={SIGN_IN_COLUMNS}
        rowKey={(row, index) => `${row.startedAt}-${index}`}
        rowName={(row) => `the sign-in of ${formatDateTime(row.startedAt)}`}
        emptyText="No sign-in on record."
      />
      <Section
        {...sectionOf(props, 'trail')}
        title="Audit trail"
        note="What the member did, and what was done to the account and its purchases."
        contract={listAudit}
        columns={TRAIL_COLUMNS}
        rowKey={(row) => row.hash}
        rowName={(row) => (row.seq === null ? 'the new entry' : `entry ${row.seq}`)}
        emptyText="Nothing is recorded yet."
      />
      <Section
        {...sectionOf(props, 'mails')}
        title="Mails"
        note="Of the last 30 days, to the present address. The text of a mail is not stored."
        contract={listMemberMails}
        columns={mailColumns(isErased ? null : onResend)}
        rowKey={(row) => row.id}
        rowName={(row) => row.title}
        isUnderWay={(row) => row.state === 'WAITING'}
        emptyText={isErased ? 'Emails to a deleted account are not kept.' : 'No mail in the last 30 days.'}
      />
    </div>
  );
}
