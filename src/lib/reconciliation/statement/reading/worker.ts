/** Reads one statement in a separate process, which `service.ts` starts and ends. The file comes by its standard input. */
import os from 'node:os';
import { buffer } from 'node:stream/consumers';
import { serialize } from 'node:v8';
import { ApiError } from '../../../core/errors.ts';
import { MESSAGE_BYTES_MAX, sendToParent } from '../../../programs/messages/service.ts';
import type { SettlementFile } from '../../settlements/reading.rules.ts';
import { readFile } from '../formats/file.ts';
import { firstProblems } from '../sheet.rules.ts';
import type { ReadOptions, StatementReading } from './rules.ts';

type Rows = StatementReading['rows'];
type Settlements = SettlementFile['settlements'];

/** The rows and settlements come in parts, each sent when the one before has arrived, so that the receiver is free between them. */
export type WorkerMessage =
  | { readonly kind: 'progress'; readonly percent: number }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed'; readonly stack: string }
  | { readonly kind: 'part'; readonly rows: Rows; readonly settlements: Settlements }
  /** The last one. */
  | { readonly kind: 'reading'; readonly reading: Omit<StatementReading, 'rows'> };

const ITEMS_A_PART = 500;
/** The rest of a message. */
const AROUND_BYTES = 1024;
const STACK_LENGTH_MAX = 5_000;

const send: (message: WorkerMessage) => void = sendToParent;

/** Cuts a list into parts that fit into a message. */
function* partsOf<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0, count = ITEMS_A_PART; at < items.length; ) {
    const part = items.slice(at, at + count);
    if (count > 1 && serialize(part).length > MESSAGE_BYTES_MAX - AROUND_BYTES) {
      count = Math.ceil(count / 2);
      continue;
    }
    yield part;
    at += part.length;
  }
}

function* messagesOf({ rows, ...reading }: StatementReading): Generator<WorkerMessage> {
  const { settlementFile, problems } = reading;
  for (const part of partsOf(rows)) yield { kind: 'part', rows: part, settlements: [] };
  for (const part of partsOf(settlementFile?.settlements ?? [])) yield { kind: 'part', rows: [], settlements: part };
  yield {
    kind: 'reading',
    reading: {
      ...reading,
      problems: firstProblems(problems),
      ...(settlementFile && { settlementFile: { ...settlementFile, settlements: [] } }),
    },
  };
}

async function answer(options: ReadOptions): Promise<void> {
  try {
    const bytes = await buffer(process.stdin);
    send({ kind: 'progress', percent: 5 });
    const messages = messagesOf(readFile(bytes, options));
    send({ kind: 'progress', percent: 90 });
    const sendNext = (): void => {
      const { value } = messages.next();
      if (value) send(value);
    };
    process.on('message', sendNext);
    sendNext();
  } catch (error) {
    if (error instanceof ApiError) send({ kind: 'refused', message: error.message });
    else {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      send({ kind: 'failed', stack: text.slice(0, STACK_LENGTH_MAX) });
    }
  }
}

/** The answers of other requests come first. Five steps leave it a quarter of a core that it shares, enough for its deadline. */
const NICE = 5;
const LOWEST = 19;
if (process.platform === 'linux') os.setPriority(0, Math.min(LOWEST, os.getPriority(0) + NICE));

process.once('message', (options: ReadOptions) => void answer(options));
process.on('disconnect', () => process.exit());
