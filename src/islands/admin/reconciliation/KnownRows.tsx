import { Button } from '@/islands/ui/Button.tsx';
import { Money } from '@/islands/ui/Figures.tsx';
import { formatBankDay } from '@/lib/core/bank-days.ts';
import { formatQuantity } from '@/lib/core/format.ts';
import type { Reading } from '@/lib/reconciliation/statement/contract.ts';

type Answer = 'KNOWN' | 'NEW';

interface KnownRowsProps {
  reading: Reading;
  /** What was answered before; null for nothing yet. */
  answer: Answer | null;
  isBusy: boolean;
  onAnswer: (answer: Answer) => void;
}

const ANSWERED: Readonly<Record<Answer, string>> = {
  KNOWN: 'The rows that were unclear count as imported before.',
  NEW: 'The rows that were unclear count as new.',
};

/** Rows that may be known from a statement of another form: only an admin can say whether they are the same payments. */
export function KnownRows({ reading, answer, isBusy, onAnswer }: KnownRowsProps) {
  const { unclear, unclearCount } = reading;
  if (answer !== null) {
    const other = answer === 'KNOWN' ? 'NEW' : 'KNOWN';
    return (
      <p className="flex flex-wrap items-center gap-3 text-sm">
        {ANSWERED[answer]}
        <Button look="quiet" size="sm" disabled={isBusy} onClick={() => onAnswer(other)}>
          Change
        </Button>
      </p>
    );
  }
  return (
    <section className="grid gap-3" aria-labelledby="known-rows">
      <h3 className="text-sm font-semibold" id="known-rows">
        {unclearCount === 1
          ? 'Was this row imported before?'
          : `Were these ${formatQuantity(unclearCount)} rows imported before?`}
      </h3>
      <p className="text-sm text-muted">
        A statement of another form has rows with the same day and amount, but in other words. Compare them before you
        decide: a payment that counts twice is as wrong as one that is lost.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: nothing happens, and still the list has to be scrolled */}
      <ul className="grid max-h-80 gap-2 overflow-auto" tabIndex={0} aria-label="Rows that may be known">
        {unclear.map((row) => (
          <li key={`${row.line} ${row.narration}`} className="grid gap-1 rounded-md bg-sunken px-3 py-2 text-sm">
            <span className="font-medium">
              Line {row.line} · {formatBankDay(row.date)} · {row.side === 'CREDIT' ? '+' : '−'}
              <Money value={row.amount} />
            </span>
            <span className="wrap-anywhere">{row.narration}</span>
            <span className="wrap-anywhere text-muted">
              Imported before: {formatBankDay(row.known.date)}, {row.known.narration}
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" busy={isBusy} onClick={() => onAnswer('KNOWN')}>
          {unclearCount === 1 ? 'It was imported before' : 'They were imported before'}
        </Button>
        <Button look="secondary" busy={isBusy} onClick={() => onAnswer('NEW')}>
          {unclearCount === 1 ? 'It is a new payment' : 'They are new payments'}
        </Button>
      </div>
    </section>
  );
}
