/** What the first entry of a backup says about the rest. */
import * as z from 'zod';
import type { Config } from '../config.ts';
import { secretMark } from '../secrets.ts';

export const FORMAT = 'launchbook-backup-1';
export const MANIFEST = 'manifest.json';

const Manifest = z.object({
  format: z.literal(FORMAT),
  /** The database's time of the state that is kept. */
  takenAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  files: z.int(),
  /** Tells whether APP_SECRET is the one of the site, and nothing else of it; null where it was not at hand. */
  secret: z.nullable(z.string()),
});
export type Manifest = z.output<typeof Manifest>;

/** @returns null when it is none, or of a form that this program does not know */
export function readManifest(bytes: Uint8Array): Manifest | null {
  try {
    return Manifest.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch {
    return null;
  }
}

export const tableEntry = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.copy`;
export const uploadEntry = (key: string): string => `uploads/${key}`;

/** The table of an entry's name, or the storage key; null for neither. */
export function readEntryName(name: string): { table: string } | { key: string } | null {
  const [, table] = /^tables\/([^/]+)\/\d{6}\.copy$/.exec(name) ?? [];
  if (table !== undefined) return { table };
  const [, key] = /^uploads\/([0-9a-f-]{36})$/.exec(name) ?? [];
  return key === undefined ? null : { key };
}

/** What an operator must know about the secret, which is in no backup; null when there is nothing to say. */
export function secretAdvice(config: Config, manifest: Manifest): string | null {
  const own = secretMark(config);
  if (manifest.secret === null || own === manifest.secret) return null;
  const where = config.databaseUrl ? 'APP_SECRET' : `APP_SECRET, or ${config.dataDir}/secrets/app-secret,`;
  return own === null
    ? `Before you start it: set ${where} to the one of the site that was backed up. Without it mails that wait can not be read, and identity numbers are not recognised.`
    : `NOTE: ${where} is not the one of the site that was backed up. Mails that wait can not be read, and identity numbers are not recognised.`;
}
