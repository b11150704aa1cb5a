/** The first entry of a backup, which describes the rest, and the names of the other entries. */
import * as z from '../core/zod.ts';

/** Since 2 the seal has a MAC. */
export const FORMAT = 'launchbook-backup-2';
export const MANIFEST = 'manifest.json';

const Manifest = z.object({
  format: z.enum(['launchbook-backup-1', FORMAT]),
  /** The database's time of the backed-up state. */
  takenAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  files: z.int(),
  /** Fingerprint of APP_SECRET, which reveals nothing else about it; null if the secret was not available. */
  secret: z.nullable(z.string()),
});
export type Manifest = z.output<typeof Manifest>;

/** Of the file that carries one company to another cluster. */
export const COMPANY_FORMAT = 'launchbook-company-1';

const CompanyManifest = z.object({
  ...Manifest.shape,
  format: z.literal(COMPANY_FORMAT),
  company: z.object({ id: z.uuid(), symbol: z.string(), hosts: z.array(z.string()) }),
});
export type CompanyManifest = z.output<typeof CompanyManifest>;

/** @returns null if the bytes are not a manifest of a backup, or one of an unknown format */
export const readManifest = (bytes: Uint8Array): Manifest | null => parsed(Manifest, bytes);

/** The same for the file of one company. */
export const readCompanyManifest = (bytes: Uint8Array): CompanyManifest | null => parsed(CompanyManifest, bytes);

function parsed<T>(schema: z.ZodMiniType<T>, bytes: Uint8Array): T | null {
  try {
    return schema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch {
    return null;
  }
}

export const tableEntry = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.copy`;
export const uploadEntry = (key: string): string => `uploads/${key}`;

/** The table or the storage key in an entry's name; null for any other name. */
export function readEntryName(name: string): { table: string } | { key: string } | null {
  const [, table] = /^tables\/([^/]+)\/\d{6}\.copy$/.exec(name) ?? [];
  if (table !== undefined) return { table };
  const [, key] = /^uploads\/([0-9a-f-]{36})$/.exec(name) ?? [];
  return key === undefined ? null : { key };
}
