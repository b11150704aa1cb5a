/** The private folder of the server's socket. Who can enter it still needs a role's password. */
import { chownSync, lstatSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, canEnter } from './account.ts';

/** A socket's path may have 103 bytes on macOS and 107 on Linux; the folder's own name and the socket take 50 of them. */
const PARENT_BYTES_MAX = 53;

/**
 * The folder for the cluster with this tag, mode 0700, owned by the server's account. Under /tmp another user may have created
 * the name first; then a new name is used, never their folder.
 */
export function makeSocketDir(tag: string, account: Account): string {
  const wanted = realpathSync(tmpdir());
  const short = Buffer.byteLength(wanted) <= PARENT_BYTES_MAX && canEnter(account, [wanted])[0];
  const parent = short ? wanted : realpathSync('/tmp');
  const usual = join(parent, tag);
  try {
    mkdirSync(usual, { mode: 0o700 });
    give(usual, account);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  if (isPrivate(usual, account)) return usual;
  const fresh = mkdtempSync(`${usual}-`);
  give(fresh, account);
  return fresh;
}

function give(dir: string, account: Account): void {
  if (account.switched) chownSync(dir, account.uid, account.gid);
}

function isPrivate(dir: string, account: Account): boolean {
  const stats = lstatSync(dir);
  return stats.isDirectory() && stats.uid === account.uid && (stats.mode & 0o077) === 0;
}
