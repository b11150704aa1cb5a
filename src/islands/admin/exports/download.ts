import { failureOf } from '@/islands/api.ts';
import { saveFile } from '@/islands/save-file.ts';
import { withSession } from '@/islands/session/recover.ts';
import { EXPORTS, type ExportKind } from '@/lib/exports/calls.ts';

/** How long the file may be made before the first byte comes, in ms. */
const ANSWER_MS = 120_000;

/**
 * Fetches a file and hands it to the browser to be saved. It is kept by the browser, on the disk where it is large, until
 * it is whole: half a file is never saved.
 * @throws Error with a message for people
 */
export async function downloadExport(
  kind: ExportKind,
  input: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const contract = EXPORTS[kind];
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) if (value) query.set(name, value);
  const answer = await withSession(contract, () => open(contract, query));
  const whole = await answer.blob().catch(() => null);
  if (!whole) throw new Error('The connection was lost before the file was complete. Please try again.');
  saveFile(whole, fileNameOf(answer.headers.get('Content-Disposition')));
}

/** @returns the answer before its body has come */
async function open(contract: (typeof EXPORTS)[ExportKind], query: URLSearchParams): Promise<Response> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), ANSWER_MS);
  const answer = await fetch(`${contract.path}?${query}`, { signal: stop.signal }).catch(() => null);
  clearTimeout(timer);
  if (!answer) throw new Error(contract.failure);
  if (!answer.ok) throw failureOf(contract, answer.status, await answer.json().catch(() => null));
  return answer;
}

function fileNameOf(disposition: string | null): string {
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'export';
}
