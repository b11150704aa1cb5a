/** Exports as their readers get them: parsed back into rows by head. */
import { parse } from 'csv-parse/sync';
import readSheet from 'read-excel-file/node';
import { expect } from 'vitest';
import { EXPORTS, type ExportKind } from '@/lib/exports/calls.ts';
import type { Account } from './accounts.ts';
import { freshIp, type Site } from './site.ts';

export type Row = Record<string, string>;

export interface Exported {
  readonly rows: Row[];
  /** Every cell of the file, unchanged, including the head. */
  readonly cells: string[];
  readonly fileName: string;
  readonly bytes: Buffer;
}

export async function fetchExport(site: Site, who: Account, kind: string, query: string): Promise<Response> {
  const { path } = EXPORTS[kind as ExportKind];
  return fetch(`${site.url}${path}?${query}`, {
    headers: { Authorization: who.token, 'X-Forwarded-For': freshIp() },
  });
}

/** An apostrophe before a text says that it is text. */
const unmarked = (text: string): string => text.replace(/^'/, '');

export async function takeExport(
  site: Site,
  who: Account,
  kind: string,
  query: Record<string, string> & { format: 'csv' | 'xlsx' },
): Promise<Exported> {
  const answer = await fetchExport(site, who, kind, String(new URLSearchParams(query)));
  expect(answer.status).toBe(200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const table = query.format === 'csv' ? readCsv(bytes) : await readXlsx(bytes);
  const [head = [], ...body] = table;
  return {
    rows: body.map((line) => Object.fromEntries(head.map((name, at) => [name, unmarked(line[at] ?? '')]))),
    cells: table.flat(),
    fileName: /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '',
    bytes,
  };
}

function readCsv(bytes: Buffer): string[][] {
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  return parse(bytes, { bom: true, record_delimiter: '\r\n' });
}

async function readXlsx(bytes: Buffer): Promise<string[][]> {
  const read = (await readSheet(bytes)) as unknown;
  const sheets = read as { data?: unknown[][] }[] | unknown[][];
  const first = Array.isArray(sheets[0]) ? (sheets as unknown[][]) : ((sheets[0] as { data: unknown[][] }).data ?? []);
  return first.map((line) => line.map((cell) => (cell === null || cell === undefined ? '' : String(cell))));
}
