import { useId, useRef } from 'react';
import { Button } from '@/islands/ui/Button.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { useFileDrop, usePageDrop } from '@/islands/ui/useFileDrop.ts';
import type { Statement } from './useStatement.ts';

/** Names by which file choosers list statements; what a file is, its content decides. */
const ACCEPTED = '.csv,.tsv,.txt,.xls,.xlsx,.sta,.mt940,.940';

interface StatementDropProps {
  statement: Statement;
  /** Nothing has been imported yet: it says what to do. */
  isFirst: boolean;
}

/** Takes a bank statement by drop or choice, and says how far it is. The whole page is a target for a file. */
export function StatementDrop({ statement, isFirst }: StatementDropProps) {
  const { file, isReading, percent, refusals, read, discard } = statement;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const take = (chosen: File | null | undefined): void => {
    if (input.current) input.current.value = '';
    if (chosen) void read(chosen);
  };
  const drop = useFileDrop(take);
  usePageDrop(take);

  return (
    <div className="grid gap-3">
      <div className="drop" {...drop}>
        <input
          ref={input}
          id={id}
          className="drop-input"
          type="file"
          accept={ACCEPTED}
          aria-describedby={`${id}-hint`}
          onChange={(event) => take(event.target.files?.[0])}
        />
        {isReading && file ? (
          <Progress file={file} percent={percent} onCancel={discard} />
        ) : (
          <div
            className={isFirst ? 'drop-empty' : 'drop-empty sm:grid-flow-col sm:items-center sm:justify-center sm:py-4'}
          >
            <Icon name="upload" size={24} />
            <span>
              <label className="drop-choose" htmlFor={id}>
                Choose a bank statement
              </label>
              <span className="drop-wide"> or drop it on this page</span>
            </span>
            <span id={`${id}-hint`}>
              {isFirst
                ? 'CSV, XLS, XLSX or MT940, as you download it from your bank or payment aggregator, up to 10 MB'
                : 'CSV, XLS, XLSX or MT940, up to 10 MB'}
            </span>
          </div>
        )}
      </div>
      {refusals.length > 0 && (
        <div className="notice" data-tone="danger" role="alert">
          <Icon name="warning" />
          <div className="grid gap-1">
            {file && <strong className="wrap-anywhere">{file.name} was not imported.</strong>}
            {refusals.map((text) => (
              <span key={text}>{text}</span>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function Progress({ file, percent, onCancel }: { file: File; percent: number | null; onCancel: () => void }) {
  return (
    <div className="drop-file">
      <span className="drop-preview">
        <Icon name="file" size={24} />
      </span>
      <span className="drop-name gap-1">
        <strong>{file.name}</strong>
        <span role="status">Reading and checking the sums…</span>
        <progress className="bar" max={100} value={percent ?? undefined} aria-label={`Reading ${file.name}`} />
      </span>
      <Button look="quiet" size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
