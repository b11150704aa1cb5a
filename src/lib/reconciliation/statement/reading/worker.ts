/** Reads one statement in a separate process, which `service.ts` starts and ends. */
import os from 'node:os';
import { ApiError } from '../../../core/errors.ts';
import { readFile } from '../formats/file.ts';
import type { ReadOptions, StatementReading } from './rules.ts';

export interface WorkerInput {
  readonly bytes: Uint8Array;
  readonly options: ReadOptions;
}

/** The rows follow in parts, each sent when the one before has arrived, so that the receiver is free between them. */
export type WorkerMessage =
  | { readonly kind: 'progress'; readonly percent: number }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed'; readonly stack: string }
  | { readonly kind: 'reading'; readonly reading: Omit<StatementReading, 'rows'>; readonly rowCount: number }
  | { readonly kind: 'rows'; readonly rows: StatementReading['rows'] };

const ROWS_A_PART = 500;

const send = (message: WorkerMessage): void => void process.send?.(message);

function answer({ bytes, options }: WorkerInput): void {
  try {
    send({ kind: 'progress', percent: 5 });
    const { rows, ...reading } = readFile(bytes, options);
    send({ kind: 'progress', percent: 90 });
    let sent = 0;
    process.on('message', () => {
      send({ kind: 'rows', rows: rows.slice(sent, sent + ROWS_A_PART) });
      sent += ROWS_A_PART;
    });
    send({ kind: 'reading', reading, rowCount: rows.length });
  } catch (error) {
    if (error instanceof ApiError) send({ kind: 'refused', message: error.message });
    else send({ kind: 'failed', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

/** The answers of other requests come first. Five steps leave it a quarter of a core that it shares, enough for its deadline. */
const NICE = 5;
const LOWEST = 19;
if (process.platform === 'linux') os.setPriority(0, Math.min(LOWEST, os.getPriority(0) + NICE));

process.once('message', answer);
process.on('disconnect', () => process.exit());
