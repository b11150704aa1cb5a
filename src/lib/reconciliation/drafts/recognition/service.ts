/** Finds the rows of a draft that earlier statements have, also of another layout. */
import type { Db } from '../../../db/client.ts';
import { type Recognised, recognise } from './rules.ts';
import * as store from './store.ts';

interface RecognisedDraft {
  readonly beneficiaryId: string;
  readonly layout: string;
  /** What an admin said of the unclear rows; null for nothing yet. */
  readonly unclearRows: 'KNOWN' | 'NEW' | null;
}

/** Records on each row of a draft which row of the account it is. Only under the lock of the account it stays true. */
export async function recogniseRows(
  db: Db,
  companyId: string,
  draftId: string,
  draft: RecognisedDraft,
): Promise<Recognised> {
  await store.setKnownByIdentity(db, companyId, draftId);
  const { rows, known } = await store.listCompared(db, companyId, draftId, draft);
  const { same, unclear } = recognise(rows, known);
  const answered = draft.unclearRows === 'KNOWN' ? unclear : [];
  const all = new Map([...same, ...answered.map((pair) => [pair.row.id, pair.known.id] as const)]);
  if (all.size > 0) await store.setKnown(db, companyId, draftId, all);
  const knownRows = await store.countKnown(db, companyId, draftId);
  return { knownRows, unclear: draft.unclearRows === 'KNOWN' || draft.unclearRows === 'NEW' ? [] : unclear };
}
