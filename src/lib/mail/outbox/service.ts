/** Retention of mails: rows of the outbox, and the `.eml` files of an installation without a mail server. */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../../db/client.ts';
import { mailIdOfFile, SETTLED_DAYS } from '../rules.ts';
import { deleteSettledMails, findMailIds } from '../store.ts';

/** Deletes settled mails after `SETTLED_DAYS`. */
export async function deleteOldMails(db: Db): Promise<void> {
  await deleteSettledMails(db, SETTLED_DAYS);
}

/** Deletes the files of mails whose row was deleted, by age or with an account. */
export async function sweepOutbox(db: Db, dataDir: string): Promise<void> {
  const folder = path.join(dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const files = names.flatMap((name) => {
    const id = mailIdOfFile(name);
    return id === null ? [] : [{ name, id }];
  });
  if (files.length === 0) return;
  const ids = files.map(({ id }) => id);
  const known = await findMailIds(db, ids);
  for (const { name, id } of files) if (!known.has(id)) await rm(path.join(folder, name), { force: true });
}
