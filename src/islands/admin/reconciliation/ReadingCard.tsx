import { useEffect, useRef, useState } from 'react';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { Select } from '@/islands/ui/Select.tsx';
import { getBeneficiary } from '@/lib/beneficiaries/calls.ts';
import { formatQuantity } from '@/lib/core/format.ts';
import type { Reading } from '@/lib/reconciliation/statement/contract.ts';
import { FilteredTotal } from './FilteredTotal.tsx';
import { KnownRows } from './KnownRows.tsx';
import { DateOrderQuestion, MappingForm } from './MappingForm.tsx';
import { PreviewTable } from './PreviewTable.tsx';
import { provingLine } from './provingLine.ts';
import type { Statement, StatementChoices } from './useStatement.ts';

export interface ReadingCardProps {
  statement: Statement;
  file: File;
  reading: Reading;
}

/** What was read of a file, the proof that it was read right, and what has to be settled before its import. */
export function ReadingCard({ statement, file, reading }: ReadingCardProps) {
  const { isReading } = statement;
  const accounts = useAccounts();
  const title = useRef<HTMLHeadingElement>(null);
  const account = accounts.find(({ value }) => value === reading.beneficiaryId)?.label ?? null;
  const hasProblems = reading.problems.length > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each reading takes the focus as it comes
  useEffect(() => title.current?.focus(), [reading.draftId]);

  return (
    <section
      className="card grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5"
      aria-labelledby="reading-title"
      aria-busy={isReading || undefined}
    >
      <header className="grid gap-2">
        <h2 className="card-title wrap-anywhere focus:outline-none" id="reading-title" ref={title} tabIndex={-1}>
          {titleOf(reading)}
          <span className="block text-sm font-normal text-muted">{file.name}</span>
        </h2>
        <p className="reading-line rounded-md bg-sunken px-4 py-3 text-sm font-medium wrap-anywhere tabular-nums">
          {provingLine(account, reading)}
        </p>
      </header>
      {hasProblems && <Problems problems={reading.problems} />}
      <Warnings warnings={reading.warnings} />
      <Questions statement={statement} file={file} reading={reading} accounts={accounts} />
      {reading.rows > 0 && (
        <PreviewTable
          rows={reading.preview}
          total={reading.rows}
          isOpen={reading.layout === '' || reading.question === 'MAPPING'}
        />
      )}
      <ReadingFoot statement={statement} reading={reading} />
    </section>
  );
}

interface QuestionsProps extends ReadingCardProps {
  accounts: ReturnType<typeof useAccounts>;
}

/** What the file leaves open, and an admin has to say. */
function Questions({ statement, file, reading, accounts }: QuestionsProps) {
  const { choices, isReading, read } = statement;
  const { question } = reading;
  const again = (changes: StatementChoices): void => void read(file, { ...choices, ...changes });
  return (
    <>
      {(reading.beneficiaryId === null || question === 'ACCOUNT') && (
        <AccountQuestion
          reading={reading}
          accounts={accounts}
          chosen={choices.beneficiaryId ?? ''}
          isBusy={isReading}
          onAccount={(beneficiaryId) => again({ beneficiaryId })}
        />
      )}
      {question === 'DATE_ORDER' && (
        <DateOrderQuestion
          isBusy={isReading}
          onOrder={(dateOrder) => again({ mapping: { ...reading.mapping, dateOrder } })}
        />
      )}
      <MappingForm
        key={reading.draftId}
        reading={reading}
        isBusy={isReading}
        onMapping={(mapping) => again({ mapping })}
      />
      {!reading.settlementFile && <CreditTotal statement={statement} reading={reading} onAgain={again} />}
      {(question === 'KNOWN_ROWS' || choices.unclearRows !== undefined) && (
        <KnownRows
          reading={reading}
          answer={choices.unclearRows ?? null}
          isBusy={isReading}
          onAnswer={(unclearRows) => again({ unclearRows })}
        />
      )}
    </>
  );
}

interface AccountQuestionProps extends Pick<QuestionsProps, 'reading' | 'accounts'> {
  chosen: string;
  isBusy: boolean;
  onAccount: (beneficiaryId: string) => void;
}

/** Asks whose statement it is, and offers the account of the latest file of the same layout. */
function AccountQuestion({ reading, accounts, chosen, isBusy, onAccount }: AccountQuestionProps) {
  const proposed = accounts.find(({ value }) => value === reading.proposedBeneficiaryId);
  return (
    <div className="grid justify-items-start gap-3">
      <Select
        label="Account of this statement"
        hint={
          reading.settlementFile
            ? 'The account that receives the settlements of this aggregator.'
            : 'The file does not say which of your accounts it is from.'
        }
        required
        placeholder="Choose an account"
        options={accounts}
        value={chosen}
        disabled={isBusy}
        onValue={onAccount}
      />
      {proposed && (
        <>
          <p className="text-sm text-muted">The last file of this layout was imported for {proposed.label}.</p>
          <Button look="secondary" busy={isBusy} onClick={() => onAccount(proposed.value)}>
            Use {proposed.label}
          </Button>
        </>
      )}
    </div>
  );
}

/** What speaks for missing rows. */
function Warnings({ warnings }: Pick<Reading, 'warnings'>) {
  return warnings.map(({ kind, message }) =>
    kind === 'OPEN_END' ? (
      <p key={message} className="flex gap-1.5 text-sm text-muted">
        <Icon name="info" size={16} className="mt-0.5" />
        {message}
      </p>
    ) : (
      <div key={message} className="notice" data-tone="warning">
        <Icon name="warning" />
        <p className="min-w-0 flex-1">{message}</p>
      </div>
    ),
  );
}

interface CreditTotalProps extends Pick<ReadingCardProps, 'statement' | 'reading'> {
  onAgain: (changes: StatementChoices) => void;
}

/** The bank's total of the credits, where its statement does not prove that it is whole. */
function CreditTotal({ statement, reading, onAgain }: CreditTotalProps) {
  const { choices, isReading } = statement;
  const { question, problems } = reading;
  if (question !== 'CREDIT_TOTAL' && problems.length === 0 && choices.filteredTotal === undefined) return null;
  return (
    <FilteredTotal
      given={choices.filteredTotal ?? ''}
      isNeeded={question === 'CREDIT_TOTAL'}
      isBusy={isReading}
      onTotal={(filteredTotal) => onAgain({ filteredTotal })}
    />
  );
}

function titleOf({ layout, settlementFile }: Reading): string {
  if (settlementFile) return layout === 'Settlement' ? 'Settlement file' : `${layout} settlement file`;
  return layout === '' ? 'Unknown layout' : `${layout} statement`;
}

/** Imports what was read, or drops it. */
function ReadingFoot({ statement, reading }: Pick<ReadingCardProps, 'statement' | 'reading'>) {
  const { isReading, isImporting, refusals, importRows, discard } = statement;
  const isOpen = reading.problems.length > 0 || reading.question !== null;
  return (
    <footer className="flex flex-wrap items-center gap-3">
      <Button onClick={importRows} busy={isImporting} disabled={isOpen || isReading}>
        {reading.newRows === 0
          ? 'Import without new rows'
          : `Import ${formatQuantity(reading.newRows)} new ${reading.newRows === 1 ? 'row' : 'rows'}`}
      </Button>
      <Button look="secondary" onClick={discard} disabled={isImporting}>
        Discard
      </Button>
      <p className="text-sm text-muted">{nextText(reading, refusals.length > 0)}</p>
    </footer>
  );
}

const QUESTIONS: Readonly<Record<NonNullable<Reading['question']>, string>> = {
  ACCOUNT: 'Choose the account first.',
  MAPPING: 'Say what each column means first.',
  DATE_ORDER: 'Choose the order of the dates first.',
  CREDIT_TOTAL: 'Enter the total of the credits first.',
  KNOWN_ROWS: 'Say first whether these rows were imported before.',
};

function nextText({ problems, question, newRows, knownRows }: Reading, isRefused: boolean): string {
  if (isRefused) return '';
  if (question !== null) return QUESTIONS[question];
  if (problems.length > 0) return 'Nothing is stored until every problem is solved.';
  if (newRows === 0) return 'Every row was imported before. Nothing will be counted twice.';
  return knownRows > 0
    ? 'Rows that were imported before are not counted twice.'
    : 'Nothing is stored before the import.';
}

function useAccounts() {
  const { data } = useFetched(getBeneficiary, {});
  return (data?.beneficiaries ?? []).map(({ id, bankName, accountNumber }) => ({
    value: id,
    label: `${bankName} ••${accountNumber.slice(-4)}`,
  }));
}

/** How many problems are shown before the rest is asked for. */
const SHOWN_FIRST = 5;

function Problems({ problems }: Pick<Reading, 'problems'>) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? problems : problems.slice(0, SHOWN_FIRST);
  return (
    <div className="notice" data-tone="danger" role="alert">
      <Icon name="warning" />
      <div className="grid min-w-0 flex-1 gap-2">
        <strong>{problems.length === 1 ? 'One problem' : `${problems.length} problems`} in the file</strong>
        <ul className="grid gap-1">
          {shown.map(({ line, message }) => (
            <li key={`${line} ${message}`} className="wrap-anywhere">
              {line > 0 && <span className="font-semibold tabular-nums">Line {line}: </span>}
              {message}
            </li>
          ))}
        </ul>
        {shown.length < problems.length && (
          <Button look="secondary" size="sm" onClick={() => setWhole(true)}>
            Show all {problems.length}
          </Button>
        )}
      </div>
    </div>
  );
}
