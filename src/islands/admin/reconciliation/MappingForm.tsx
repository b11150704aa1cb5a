import { useState } from 'react';
import { Button } from '@/islands/ui/Button.tsx';
import { Select } from '@/islands/ui/Select.tsx';
import { Tabs } from '@/islands/ui/Tabs.tsx';
import type {
  ColumnMeaning,
  DateOrder,
  FileKind,
  LineMeaning,
  Mapping,
  Reading,
  Unit,
} from '@/lib/reconciliation/statement/contract.ts';
import { emptyMapping, type ListedMeaning, type Meaning, meaningAt, withMeaning } from './mappingChoice.ts';

const OF_STATEMENTS: Readonly<Record<ColumnMeaning | ListedMeaning, string>> = {
  date: 'Date',
  valueDate: 'Value date',
  narration: 'Narration',
  moreNarration: 'More of the narration',
  reference: 'Reference number',
  transactionId: 'Transaction ID',
  debit: 'Withdrawal (debit)',
  credit: 'Deposit (credit)',
  amount: 'Amount',
  side: 'Side (Dr or Cr)',
  balance: 'Balance',
  balanceSide: 'Side of the balance',
  payer: 'Payer',
  ignored: 'No money',
};

/** The first are those that every file has. */
const OF_SETTLEMENTS: Readonly<Record<LineMeaning, string>> = {
  entityId: 'Payment ID (of the line)',
  paidAt: 'Date of the payment',
  amount: 'Amount that the buyer paid',
  fee: 'Fee',
  tax: 'Tax on the fee',
  net: 'Net amount',
  settlementId: 'Settlement ID',
  utr: 'UTR of the settlement',
  order: 'Order number',
  bankReference: 'Bank’s number of the payment',
  kind: 'Type (payment, refund)',
  credit: 'Credit',
  debit: 'Debit',
  side: 'Side (Dr or Cr)',
  settledAt: 'Date of the settlement',
  paymentId: 'ID of the payment that is refunded',
  note: 'Note',
  payer: 'Name of the buyer',
  phone: 'Phone of the buyer',
  currency: 'Currency',
  onHold: 'On hold (yes or no)',
  settled: 'Settled (yes or no)',
};

const LABELS: Readonly<Record<FileKind, Readonly<Partial<Record<Meaning, string>>>>> = {
  STATEMENT: OF_STATEMENTS,
  SETTLEMENT: OF_SETTLEMENTS,
};
const optionsOf = (labels: object) => Object.entries(labels).map(([value, label]) => ({ value, label }));
const MEANING_OPTIONS = { STATEMENT: optionsOf(OF_STATEMENTS), SETTLEMENT: optionsOf(OF_SETTLEMENTS) };

const DATE_ORDERS: Readonly<Record<DateOrder, string>> = {
  DMY: 'Day, month, year (20/11/2026)',
  MDY: 'Month, day, year (11/20/2026)',
  YMD: 'Year, month, day (2026-11-20)',
};
const ORDER_OPTIONS = optionsOf(DATE_ORDERS);

const UNITS: Readonly<Record<Unit, string>> = { RUPEES: 'Rupees (1180.00)', PAISE: 'Paise (118000)' };
const UNIT_OPTIONS = optionsOf(UNITS);

const KINDS: Readonly<Record<FileKind, string>> = { STATEMENT: 'Bank statement', SETTLEMENT: 'Settlement file' };

const isMeaning = (kind: FileKind, text: string): text is Meaning => text in LABELS[kind];
const isOrder = (text: string): text is DateOrder => text in DATE_ORDERS;
const isUnit = (text: string): text is Unit => text in UNITS;

interface MappingFormProps {
  reading: Reading;
  isBusy: boolean;
  onMapping: (mapping: Mapping) => void;
}

/** What kind of file it is, and which column means what: open where the layout is not known or the file was not understood. */
export function MappingForm(props: MappingFormProps) {
  const { reading, isBusy, onMapping } = props;
  const { kind, headerLine } = reading.mapping;
  const isUnknown = reading.layout === '' || reading.question === 'MAPPING';
  const form = <ColumnsForm {...props} isUnknown={isUnknown} />;
  return (
    <details open={isUnknown || reading.problems.length > 0 || asksForNarration(reading)}>
      <summary className="link text-sm font-medium text-brand-ink">Columns of the file</summary>
      <div className="mt-4">
        {reading.kinds.length < 2 ? (
          form
        ) : (
          <Tabs
            look="segments"
            label="Kind of file"
            items={reading.kinds.map((id) => ({ id, label: KINDS[id], panel: <div className="mt-4">{form}</div> }))}
            selected={kind}
            onSelect={(other) => {
              if (other !== kind && !isBusy) onMapping(emptyMapping(other, headerLine));
            }}
          />
        )}
      </div>
    </details>
  );
}

const asksForNarration = ({ warnings }: Reading): boolean => warnings.some(({ kind }) => kind === 'NO_NUMBER');

function introOf({ mapping }: Reading, isUnknown: boolean): string {
  if (!isUnknown) return 'If a column was misread, choose what it means. Your choice is saved for this account.';
  return mapping.kind === 'STATEMENT'
    ? 'This layout is new. Please check what each column means; your choice is saved for this account.'
    : 'This settlement file is new. Its lines are payments to an aggregator, which count once the bank has the settlement. Please check what each column means; your choice is saved for this account.';
}

const sampleText = (sample = ''): string => (sample === '' ? 'Empty' : `Such as ${sample}`);

function ColumnsForm({ reading, isBusy, isUnknown, onMapping }: MappingFormProps & { isUnknown: boolean }) {
  const [mapping, setMapping] = useState(reading.mapping);
  const isChanged = JSON.stringify(mapping) !== JSON.stringify(reading.mapping);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) onMapping(mapping);
      }}
    >
      <p className="text-sm text-muted">{introOf(reading, isUnknown)}</p>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {reading.columns.map((name, column) => (
          <Select
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its number, and two may have one name
            key={column}
            label={name.trim() === '' ? `Column ${column + 1}` : name}
            placeholder="Not used"
            options={MEANING_OPTIONS[mapping.kind]}
            hint={sampleText(reading.samples[column])}
            error={
              reading.unnamedColumns.includes(column) && meaningAt(mapping, column) === ''
                ? 'This column has amounts. Choose what they are.'
                : undefined
            }
            value={meaningAt(mapping, column)}
            disabled={isBusy}
            onValue={(text) => setMapping(withMeaning(mapping, column, isMeaning(mapping.kind, text) ? text : ''))}
          />
        ))}
        {mapping.kind === 'SETTLEMENT' && (
          <Select
            label="Amounts are in"
            placeholder="As the file shows"
            options={UNIT_OPTIONS}
            value={mapping.unit ?? ''}
            disabled={isBusy}
            onValue={(unit) => setMapping({ ...mapping, unit: isUnit(unit) ? unit : null })}
          />
        )}
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
