import { useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { EmptyState } from '@/islands/ui/EmptyState.tsx';
import { DateTime, Money } from '@/islands/ui/Figures.tsx';
import { Pagination } from '@/islands/ui/Pagination.tsx';
import { rich } from '@/islands/ui/rich.ts';
import { StatusBadge, type Tone } from '@/islands/ui/StatusBadge.tsx';
import { Unbroken } from '@/islands/ui/Unbroken.tsx';
import { useLazyComponent } from '@/islands/useLazyComponent.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { type Label, t, translated } from '@/lib/core/texts.ts';
import { listRefunds, type RefundState } from '@/lib/refunds/calls.ts';
import type { Refund } from '@/lib/refunds/contract.ts';
import { payeeText } from '@/lib/refunds/labels.rules.ts';

/** What a state means to the member. */
const STATES = {
  WAITING_FOR_ACCOUNT: { label: 'Your turn', tone: 'warning', text: 'Tell us where to send the money.' },
  WAITING_FOR_APPROVAL: { label: 'Being checked', tone: 'warning', text: 'Our team is checking the refund.' },
  APPROVED: { label: 'Approved', tone: 'warning', text: 'We will pay it next.' },
  EXPORTED: { label: 'On its way', tone: 'warning', text: 'The payment is with our bank.' },
  PAID: { label: 'Paid', tone: 'success', text: '' },
  CANCELLED: { label: 'Cancelled', tone: 'neutral', text: '' },
} as const satisfies Readonly<Record<RefundState, { label: Label; tone: Tone; text: Label | '' }>>;

/** The member's refunds, each with what comes next. */
export function RefundList({ initial }: { initial: OutputOf<typeof listRefunds> }) {
  const [page, setPage] = useState(1);
  const [editing, setEditing] = useState<Refund | null>(null);
  const forms = useLazyComponent('The form', async () => (await import('./AccountForm.tsx')).AccountForm);
  const { data, error } = useFetched(listRefunds, { page, limit: initial.limit }, initial);

  async function edit(refund: Refund): Promise<void> {
    if (await forms.load()) setEditing(refund);
  }

  const records = data?.records ?? [];
  return (
    <div className="grid gap-4">
      {error !== null && <p role="alert">{error}</p>}
      {data && records.length === 0 && (
        <div className="card">
          <EmptyState drawing="done" text={t('You have no refunds.')} />
        </div>
      )}
      {records.map((refund) => (
        <RefundCard key={refund.id} refund={refund} onEdit={() => void edit(refund)} />
      ))}
      {data && data.lastPage > 1 && <Pagination page={page} lastPage={data.lastPage} onPage={setPage} margins={1} />}
      {editing && forms.Component && <forms.Component refund={editing} onClose={() => setEditing(null)} />}
    </div>
  );
}

function RefundCard({ refund, onEdit }: { refund: Refund; onEdit: () => void }) {
  const { state, number, amount, orderNumber, note, payee, canEnterAccount, paidOn, paidReference } = refund;
  const { label, tone, text } = STATES[state];
  const isFirst = payee === null;
  const day = paidOn?.split('-').reverse().join('/') ?? '';
  return (
    <article className="card grid gap-3" aria-label={t('Refund {number}', { number })}>
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg font-semibold">
          <Money value={amount} />
        </h2>
        <StatusBadge status={state} label={t(label)} tone={tone} />
      </header>
      <p className="wrap-anywhere text-muted">
        {rich('{number} for order {order}, {day}', {
          number: <Unbroken text={number} />,
          order: <Unbroken text={orderNumber} />,
          day: <DateTime value={refund.createdAt} show="day" />,
        })}
      </p>
      {note !== '' && (
        <p className="notice wrap-anywhere" data-tone={state === 'CANCELLED' ? undefined : 'warning'}>
          {rich('Our team writes: {note}', { note: <bdi>{translated(note)}</bdi> })}
        </p>
      )}
      {payee !== null && (
        <p className="wrap-anywhere">{rich('To: {payee}', { payee: <bdi>{payeeText(payee)}</bdi> })}</p>
      )}
      {paidOn !== null ? (
        <p>
          {paidReference === null
            ? t('Paid on {day}.', { day })
            : rich('Paid on {day}, bank reference {reference}.', { day, reference: <bdi>{paidReference}</bdi> })}
        </p>
      ) : (
        text !== '' && <p>{t(text)}</p>
      )}
      {canEnterAccount && (
        <div>
          <Button look={isFirst ? 'primary' : 'secondary'} onClick={onEdit}>
            {isFirst ? t('Enter account') : t('Change account')}
            <span className="sr-only"> {t('for refund {number}', { number })}</span>
          </Button>
        </div>
      )}
    </article>
  );
}
