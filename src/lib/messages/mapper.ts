import { mediaPath } from '../core/paths.ts';
import type { Message, Thread } from './contract.ts';
import { canCorrect, writingProblem } from './rules.ts';
import type { MessageRow, PurchaseOfThread } from './store.ts';

export type Side = 'member' | 'admin';

/** Members read the team as one: they do not see which admin wrote. */
export function messageOf(row: MessageRow, side: Side): Message {
  const by = row.author_kind === 'member' ? 'member' : 'team';
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    by,
    author: by === 'team' && side === 'member' ? null : row.author_name,
    text: row.body,
    isQuestion: row.is_question,
    file: fileOf(row.file_id, row.file_mime, row.file_name),
    replacesProof: row.replaces_proof,
    earlierFile: fileOf(row.earlier_file_id, row.earlier_mime, row.earlier_file_name),
    earlierReference: row.earlier_reference,
    correctedReference: row.corrected_reference,
  };
}

function fileOf(id: string | null, mime: string | null, fileName: string | null): Message['file'] {
  return id !== null && mime !== null && fileName !== null ? { url: mediaPath(id), mime, fileName } : null;
}

export function threadOf(purchase: PurchaseOfThread, rows: readonly MessageRow[], side: Side): Thread {
  const isWaiting = canCorrect(purchase.status, purchase.waiting_since);
  const unread = side === 'member' ? purchase.unread_by_member : purchase.unread_by_admins;
  return {
    records: rows.map((row) => messageOf(row, side)),
    waitingSince: isWaiting ? (purchase.waiting_since?.toISOString() ?? null) : null,
    unread: unread ?? 0,
    canCorrect: isWaiting,
    canWrite: writingProblem(purchase.messages ?? 0) === null && purchase.deleted_at === null,
  };
}
