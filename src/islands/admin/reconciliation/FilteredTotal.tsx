import { useState } from 'react';
import { Button } from '@/islands/ui/Button.tsx';
import { Checkbox } from '@/islands/ui/Checkbox.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { readAmountDraft } from '@/lib/core/typed-amount.ts';

interface FilteredTotalProps {
  /** Rupees, as sent; '' for none. */
  given: string;
  /** Nothing in the file proves the sums. */
  isNeeded: boolean;
  isBusy: boolean;
  onTotal: (total: string) => void;
}

/** For an export without all rows or without balances: the bank's total of the credits proves it. */
export function FilteredTotal({ given, isNeeded, isBusy, onTotal }: FilteredTotalProps) {
  const [isFiltered, setFiltered] = useState(isNeeded || given !== '');
  const [total, setTotal] = useState(given);
  const isSendable = /\d/.test(total) && total !== given;
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isSendable && !isBusy) onTotal(total);
      }}
    >
      <Checkbox
        label="This is a filtered export, for example credits only, or a file without balances"
        checked={isFiltered}
        disabled={isBusy}
        onChecked={(isOn) => {
          setFiltered(isOn);
          if (!isOn && given !== '') onTotal('');
        }}
      />
      {isFiltered && (
        <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,280px)_auto] sm:justify-start">
          <TextField
            label="Total of the credits, as the bank shows it"
            prefix="₹"
            inputMode="decimal"
            autoComplete="off"
            required
            value={total}
            onValue={(text) => {
              const typed = readAmountDraft(text);
              if (typed !== null) setTotal(typed);
            }}
          />
          <Button type="submit" look="secondary" busy={isBusy} disabled={!isSendable}>
            Check the total
          </Button>
        </div>
      )}
    </form>
  );
}
