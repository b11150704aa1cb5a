import { type Ref, useState } from 'react';
import { CallError, call } from '@/islands/api.ts';
import { SearchBox } from '@/islands/ui/SearchBox.tsx';
import { parsePaise } from '@/lib/core/money.ts';
import { readAmountDraft } from '@/lib/core/typed-amount.ts';
import { listTransactionsAsAdmin } from '@/lib/purchases/calls.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';

const SHOWN = 5;

interface ClaimSearchProps {
  frame: Ref<HTMLDivElement>;
  /** With the pending claims that match; none for an empty search. */
  onResults: (purchases: readonly AdminTransaction[]) => void;
}

/** Searches the pending claims by name, phone, number or amount. */
export function ClaimSearch({ frame, onResults }: ClaimSearchProps) {
  const [search, setSearch] = useState('');
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);

  async function run(text: string): Promise<void> {
    setSearch(text);
    setNote('');
    if (text === '') return onResults([]);
    setBusy(true);
    try {
      const { purchases, total } = await searchPending(text);
      onResults(purchases);
      setNote(noteOf(total));
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      setNote(cause.message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-2" ref={frame}>
      <p className="flex items-center gap-2 text-sm font-medium">
        Another claim <kbd className="key">/</kbd>
      </p>
      <SearchBox
        label="Search the pending claims"
        placeholder="Name, phone or amount"
        value={search}
        busy={busy}
        onSearch={(text) => void run(text)}
      />
      <p className="text-sm text-muted" role="status">
        {note}
      </p>
    </div>
  );
}

/** Rupees as people type them: '₹1,180' is '1180'; null for another text. */
function amountOf(text: string): string | null {
  const amount = readAmountDraft(text);
  return amount !== null && parsePaise(amount) ? amount : null;
}

/** By amount first, where the text is one; then by name, phone and number. */
async function searchPending(text: string): Promise<{ purchases: readonly AdminTransaction[]; total: number }> {
  const amount = amountOf(text);
  const page = { status: 'PENDING', page: 1, limit: SHOWN } as const;
  const answers = await Promise.all([
    ...(amount === null ? [] : [call(listTransactionsAsAdmin, { ...page, finalAmount: amount })]),
    call(listTransactionsAsAdmin, { ...page, search: text }),
  ]);
  const purchases = new Map(answers.flatMap(({ data }) => data.records.map((purchase) => [purchase.id, purchase])));
  const total = Math.max(purchases.size, ...answers.map(({ data }) => data.total));
  return { purchases: [...purchases.values()].slice(0, SHOWN), total };
}

function noteOf(total: number): string {
  if (total === 0) return 'No pending claim matches this search.';
  if (total > SHOWN) return `The first ${SHOWN} matches are shown. Please search for more.`;
  return total === 1 ? 'One claim matches.' : `${total} claims match.`;
}
