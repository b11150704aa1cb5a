/** Reads an archive before anything is done with it: whether it is whole, and whether this installation's secret sealed it. */
import { timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';
import { loadSecrets, secretFingerprint } from '../secrets.ts';
import { DamagedArchive, readArchive, type Seal, sealedText } from './archive.ts';
import { MANIFEST, readEntryName } from './manifest.ts';

/** Why the file may have been changed by anybody who had it; null if its seal was made under this installation's secret. */
export function sealFault(config: Config, seal: Seal): string | null {
  if (seal.mac === null) return 'has no seal under a secret: an earlier version made it, or somebody removed the seal.';
  const where = config.databaseUrl ? 'APP_SECRET' : `APP_SECRET, or ${config.dataDir}/secrets/app-secret,`;
  // A restore into an empty folder must not make a secret of its own.
  if (secretFingerprint(config) === null)
    return `is sealed, and there is no secret to check the seal with: set ${where} to the secret of the site that was backed up.`;
  const mac = Buffer.from(seal.mac, 'hex');
  const isOwn = loadSecrets(config)
    .macs('seal', sealedText(seal))
    .some((own) => own.length === mac.length && timingSafeEqual(own, mac));
  return isOwn
    ? null
    : `was sealed under another secret, or was changed since: set ${where} to the secret of the site that was backed up (APP_SECRET_PREVIOUS counts too).`;
}

/**
 * Reads the whole file.
 * @param read the manifest, or null if it is not one of the command
 * @returns the manifest, the keys of the files, and the seal; a null manifest without having read the rest
 * @throws DamagedArchive, WrongPassphrase
 */
export async function checkArchive<M>(
  file: string,
  passphrase: string | null,
  read: (bytes: Uint8Array) => M | null,
): Promise<{ manifest: M | null; keys: string[]; seal: Seal }> {
  let manifest: M | null = null;
  const seals: Seal[] = [];
  const keys: string[] = [];
  for await (const entry of readArchive(file, passphrase, (seal) => void seals.push(seal))) {
    if (!manifest) {
      manifest = entry.name === MANIFEST ? read(entry.bytes) : null;
      if (!manifest) return { manifest, keys, seal: NO_SEAL };
      continue;
    }
    const named = readEntryName(entry.name);
    if (!named) throw new DamagedArchive(file, `it holds ${entry.name}`);
    if ('key' in named) keys.push(named.key);
  }
  const [seal] = seals;
  if (!manifest || !seal) throw new DamagedArchive(file, 'it is empty');
  return { manifest, keys, seal };
}

const NO_SEAL: Seal = { entries: 0, sha256: '', mac: null };
