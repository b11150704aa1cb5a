/** Loaded only where a browser has something to compare (`ledger-head.ts`). */
import { compareWithSite } from '../transparency-log/continuity.rules.ts';
import { fromBase64 } from '../transparency-log/note.rules.ts';

export async function compareSeen(
  { origin, size, root }: { readonly origin: string; readonly size: number; readonly root: string },
  read: (path: string) => Promise<string | null>,
): Promise<'continued' | 'broken' | 'unsigned' | 'unknown'> {
  const bytes = fromBase64(root);
  if (!bytes) return 'continued';
  return (await compareWithSite({ origin, size, root: bytes }, read, null)).state;
}
