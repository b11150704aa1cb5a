import { readFile } from '@/lib/reconciliation/statement/formats/file.ts';
import type { ReadOptions, StatementReading } from '@/lib/reconciliation/statement/reading/rules.ts';

/** Reads a statement without the process around it. */
export const readBytes = (bytes: Uint8Array, options: Partial<ReadOptions> = {}): StatementReading =>
  readFile(bytes, { account: null, ...options });

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
