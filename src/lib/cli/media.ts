/**
 * `npm run media:move` moves the uploads to where new ones go, and `npm run media:verify` compares all of them with their hashes. Both
 * run while the site does.
 */
import type { Config } from '../config.ts';
import { moveFiles, moveOf } from '../media/move/service.ts';
import { openStorages, storageSettings } from '../media/storages.ts';
import { verifyFiles } from '../media/verify/service.ts';
import type { Print } from './backup.ts';
import { withDatabase } from './database.ts';

/**
 * @returns false if a file was left behind because its bytes are not those of its row
 * @throws Error with a sentence for the operator
 */
export async function moveMedia(config: Config, args: readonly string[], print: Print): Promise<boolean> {
  if (args.length > 0)
    throw new Error('This command takes no options: UPLOADS_STORAGE says where the files go, disk or store.');
  const move = moveOf(openStorages(storageSettings(config)));
  if (!move)
    throw new Error('There is only one storage for uploads, the disk: set S3_ENDPOINT and the other S3_ variables.');
  const [from, to] = config.newFiles === 'store' ? ['disk', 'object store'] : ['object store', 'disk'];
  return withDatabase(config, async ({ database }) => {
    const { moved, alreadyThere, unknown, damaged } = await moveFiles(database.platform, move, (files) =>
      print(`${files} files of the ${from} looked at`),
    );
    print(`ok ${moved} files moved from the ${from} to the ${to}, ${alreadyThere} were there already`);
    if (unknown > 0) print(`note: ${unknown} files of the ${from} have no row and stay there`);
    for (const key of damaged) print(`BAD ${key}: the bytes are not those of its row. The file stays on the ${from}.`);
    return damaged.length === 0;
  });
}

/** @returns false if a file is missing, or its bytes are not those of its row. @throws Error with a sentence for the operator */
export async function verifyMedia(config: Config, args: readonly string[], print: Print): Promise<boolean> {
  if (args.length > 0) throw new Error('This command takes no options.');
  const { target, other } = openStorages(storageSettings(config));
  const [first, second] = config.newFiles === 'store' ? ['object store', 'disk'] : ['disk', 'object store'];
  const storages = [{ name: first, storage: target }, ...(other ? [{ name: second, storage: other }] : [])];
  return withDatabase(config, async ({ database }) => {
    const { files, copies, faults } = await verifyFiles(database.platform, storages, (count) =>
      print(`${count} files compared`),
    );
    for (const { key, storage } of faults)
      print(
        storage === null
          ? `BAD ${key}: no storage has it`
          : `BAD ${key}: its bytes on the ${storage} are not those of its row`,
      );
    if (faults.length === 0) print(`ok ${files} files: the bytes of all ${copies} copies have the hash of their row`);
    return faults.length === 0;
  });
}
