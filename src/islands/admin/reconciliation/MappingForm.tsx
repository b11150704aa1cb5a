import { useState } from 'react';
import { Button } from '@/islands/ui/Button.tsx';
import { Select } from '@/islands/ui/Select.tsx';
import type { ColumnMeaning, DateOrder, Mapping, Reading } from '@/lib/reconciliation/statement/contract.ts';

const MEANINGS: Readonly<Record<ColumnMeaning, string>> = {
  date: 'Date',
  valueDate: 'Value date',
  narration: 'Narration',
  reference: 'Reference number',
  transactionId: 'Transaction ID',
  debit: 'Withdrawal (debit)',
  credit: 'Deposit (credit)',
  amount: 'Amount',
  side: 'Side (Dr or Cr)',
  balance: 'Balance',
  balanceSide: 'Side of the balance',
  payer: 'Payer',
};
const MEANING_OPTIONS = Object.entries(MEANINGS).map(([value, label]) => ({ value, label }));

const DATE_ORDERS: Readonly<Record<DateOrder, string>> = {
  DMY: 'Day, month, year (20/11/2026)',
  MDY: 'Month, day, year (11/20/2026)',
  YMD: 'Year, month, day (2026-11-20)',
};
const ORDER_OPTIONS = Object.entries(DATE_ORDERS).map(([value, label]) => ({ value, label }));

const isMeaning = (text: string): text is ColumnMeaning => text in MEANINGS;
const isOrder = (text: string): text is DateOrder => text in DATE_ORDERS;

interface MappingFormProps {
  reading: Reading;
  isBusy: boolean;
  onMapping: (mapping: Mapping) => void;
}

/** Which column means what, and the order of the dates: open where the layout is not known or the file was not understood. */
export function MappingForm({ reading, isBusy, onMapping }: MappingFormProps) {
  const [mapping, setMapping] = useState(reading.mapping);
  const isUnknown = reading.layout === '';
  const isChanged = JSON.stringify(mapping) !== JSON.stringify(reading.mapping);

  function choose(column: number, meaning: string): void {
    const others = Object.entries(mapping.columns).filter(([known, at]) => at !== column && known !== meaning);
    const columns = Object.fromEntries(others) as Mapping['columns'];
    setMapping({ ...mapping, columns: isMeaning(meaning) ? { ...columns, [meaning]: column } : columns });
  }

  return (
    <details open={isUnknown || reading.question === 'MAPPING' || reading.problems.length > 0}>
      <summary className="link text-sm font-medium text-brand-ink">Columns of the file</summary>
      <form
        className="mt-4 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) onMapping(mapping);
        }}
      >
        <p className="text-sm text-muted">
          {isUnknown
            ? 'This layout is new. Please check what each column means; your choice is saved for this account.'
            : 'If a column was misread, choose what it means. Your choice is saved for this account.'}
        </p>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {reading.columns.map((name, column) => (
            <Select
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its number, and two may have one name
              key={column}
              label={name.trim() === '' ? `Column ${column + 1}` : name}
              placeholder="Not used"
              options={MEANING_OPTIONS}
              value={Object.entries(mapping.columns).find(([, at]) => at === column)?.[0] ?? ''}
              disabled={isBusy}
              onValue={(meaning) => choose(column, meaning)}
            />
          ))}
          <Select
            label="Order of the dates"
            placeholder="As the whole column shows"
            options={ORDER_OPTIONS}
            value={mapping.dateOrder ?? ''}
            disabled={isBusy}
            onValue={(order) => setMapping({ ...mapping, dateOrder: isOrder(order) ? order : null })}
          />
        </div>
        <div>
          <Button type="submit" look="secondary" busy={isBusy} disabled={!isChanged && reading.question !== 'MAPPING'}>
            {isChanged ? 'Read again with these columns' : 'Use these columns'}
          </Button>
        </div>
      </form>
    </details>
  );
}

interface DateOrderQuestionProps {
  isBusy: boolean;
  onOrder: (order: DateOrder) => void;
}

/** Every date of the file can be read in two ways. */
export function DateOrderQuestion({ isBusy, onOrder }: DateOrderQuestionProps) {
  return (
    <Select
      label="Order of the dates"
      hint="Every date of the file can be read in two ways. Compare one with the statement on paper."
      required
      placeholder="Choose an order"
      options={ORDER_OPTIONS}
      value=""
      disabled={isBusy}
      onValue={(order) => isOrder(order) && onOrder(order)}
    />
  );
}
