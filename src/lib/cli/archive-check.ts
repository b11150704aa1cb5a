/**
 * Reads an archive before anything is done with it: whether it is whole, and whether this installation's secret sealed it. It is read
 * a second time to be used, and each entry of that reading has to be the one that was checked (docs/decisions/0650).
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';
import { loadSecrets, secretFingerprint } from '../secrets.ts';
import { DamagedArchive, type Entry, readArchive, type Seal, sealedText } from './archive.ts';
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

export interface CheckedArchive<M> {
  /** Null if the file is not one of the command; then nothing else was read. */
  readonly manifest: M | null;
  /** Storage keys of the files. */
  readonly keys: readonly string[];
  readonly seal: Seal;
  /** Reads the file again. @throws Error before it yields an entry that is not the one that was checked */
  entries(): AsyncGenerator<Entry>;
}

/**
 * Reads the whole file.
 * @param read the manifest, or null if it is not one of the command
 * @throws DamagedArchive, WrongPassphrase
 */
export async function checkArchive<M>(
  file: string,
  passphrase: string | null,
  read: (bytes: Uint8Array) => M | null,
): Promise<CheckedArchive<M>> {
  let manifest: M | null = null;
  const seals: Seal[] = [];
  const keys: string[] = [];
  const sums: Buffer[] = [];
  const entries = () => readChecked(file, passphrase, sums);
  for await (const entry of readArchive(file, passphrase, (seal) => void seals.push(seal))) {
    sums.push(sumOf(entry));
    if (!manifest) {
      manifest = entry.name === MANIFEST ? read(entry.bytes) : null;
      if (!manifest) return { manifest, keys, seal: NO_SEAL, entries };
      continue;
    }
    const named = readEntryName(entry.name);
    if (!named) throw new DamagedArchive(file, `it holds ${entry.name}`);
    if ('key' in named) keys.push(named.key);
  }
  const [seal] = seals;
  if (!manifest || !seal) throw new DamagedArchive(file, 'it is empty');
  return { manifest, keys, seal, entries };
}

const NO_SEAL: Seal = { entries: 0, sha256: '', mac: null };

/** A name has no zero byte, so two different entries never give the same text. */
const sumOf = ({ name, bytes }: Entry): Buffer => createHash('sha256').update(`${name}\0`).update(bytes).digest();

async function* readChecked(file: string, passphrase: string | null, sums: readonly Buffer[]): AsyncGenerator<Entry> {
  const changed = (cause?: unknown): Error =>
    new Error(
      `${file} was changed or exchanged after it was checked. Nothing of it was stored. Copy it to a place that only you can write to, and try again.`,
      { cause },
    );
  const again = readArchive(file, passphrase);
  let nth = 0;
  try {
    for (;;) {
      const next = await again.next().catch((cause: unknown) => {
        throw changed(cause);
      });
      if (next.done) break;
      if (!sums[nth++]?.equals(sumOf(next.value))) throw changed();
      yield next.value;
    }
  } finally {
    await again.return(undefined);
  }
  if (nth !== sums.length) throw changed();
}
