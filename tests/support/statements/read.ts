import { readFile } from '../../../src/lib/reconciliation/statement/formats/file.ts';
import type { ReadOptions, StatementReading } from '../../../src/lib/reconciliation/statement/reading/rules.ts';

/** Reads a statement without the process around it. */
export const readBytes = (bytes: Uint8Array, options: Partial<ReadOptions> = {}): StatementReading =>
  readFile(bytes, { account: null, ...options });

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
