/** Reads the mutations of the seeds `argv[2]` to `argv[3]`, and tells of each by a message, so that its parent knows which one it reads. */
import { ApiError } from '../../../../src/lib/core/errors.ts';
import { readFile } from '../../../../src/lib/reconciliation/statement/formats/file.ts';
import { CELL_LENGTH_MAX } from '../../../../src/lib/reconciliation/statement/sheet.rules.ts';
import { honestFiles, mutationOf } from './files.ts';

/** The result of a file; `Tried` has the text of a refusal or of a fault. */
export type Outcome = 'read' | 'refused' | 'fault';
export interface Tried {
  readonly seed: number;
  readonly name: string;
  readonly outcome: Outcome;
  readonly text: string;
}

const REFUSAL_LENGTH_MAX = 500;

function tryOne(bytes: Uint8Array): Omit<Tried, 'seed' | 'name'> {
  try {
    const { rows } = readFile(bytes, { account: null });
    const long = rows.find(({ narration }) => narration.length > CELL_LENGTH_MAX);
    return long ? { outcome: 'fault', text: 'a narration that is too long' } : { outcome: 'read', text: '' };
  } catch (cause) {
    const text = cause instanceof Error ? `${cause.message}\n${cause.stack ?? ''}` : String(cause);
    if (!(cause instanceof ApiError) || cause.code !== 'invalid')
      return { outcome: 'fault', text: text.slice(0, 1_000) };
    if (cause.message.length > REFUSAL_LENGTH_MAX) return { outcome: 'fault', text: 'a refusal that is too long' };
    return { outcome: 'refused', text: cause.message };
  }
}

const [from, to] = process.argv.slice(2).map(Number) as [number, number];
const files = honestFiles();
for (let seed = from; seed < to; seed += 1) {
  const { name, bytes } = mutationOf(files, seed);
  const tried: Tried = { seed, name, ...tryOne(bytes) };
  // Each is on its way before the next is read: of a file that never ends, the parent knows the seed.
  await new Promise((sent) => process.send?.(tried, sent));
}
process.disconnect?.();
