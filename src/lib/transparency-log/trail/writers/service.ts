/**
 * Whether connections of the program wrote entries of a trail, and the digests of rows in them (docs/decisions/0753). Each connection
 * has a key that only the installation's secret makes (`app.writer`), and triggers sign with it what the trail says. Other SQL has
 * no key, whatever it calls its connection.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Jsonable } from '../../../core/canonical.ts';
import type { Db } from '../../../db/client.ts';
import type { OnApplied } from '../../../db/migrate.ts';
import type { Secrets } from '../../../secrets.ts';
import { insertGrant, listGrants, type QueuedAudit, timeIn } from '../store.ts';

const NONCE_BYTES = 8;
const MAC_BYTES = 16;
const WRITER = /^([0-9a-f]{16})\.([0-9a-f]{32})$/;

/** A new key. @returns the content of `app.writer`: nonce and key, both in hexadecimal */
export function newWriter(secrets: Pick<Secrets, 'mac'>): string {
  const nonce = randomBytes(NONCE_BYTES).toString('hex');
  return `${nonce}:${secrets.mac('rows', nonce).toString('hex')}`;
}

type Keys = Pick<Secrets, 'keys'>;

/**
 * Whether a connection of the program signed the content, under the present secret or the previous one.
 * @param writer nonce and MAC, as the database stores them; null for something unsigned
 */
function isSigned(secrets: Keys, writer: string | null, content: string): boolean {
  const [, nonce, mac] = WRITER.exec(writer ?? '') ?? [];
  if (nonce === undefined || mac === undefined) return false;
  const given = Buffer.from(mac, 'hex');
  return secrets.keys('rows').some((secret) => {
    const key = createHmac('sha256', secret).update(nonce).digest();
    const due = createHash('sha256').update(key).update(content).update(key).digest().subarray(0, MAC_BYTES);
    return timingSafeEqual(due, given);
  });
}

/** The migration after which connections sign. */
const SIGNING = '0760_writers.sql';
/** Nodes of the version before may serve for so long, and write unsigned entries. */
const GRANTED_SECONDS = 3600;

/** @returns the `seq` of those that are not the program's. Unsigned ones are for a time after the upgrade from a version that signs none */
export async function findForeign(db: Db, secrets: Keys, entries: readonly QueuedAudit[]): Promise<bigint[]> {
  const standings = entries.map((entry) => ({ seq: entry.seq, standing: standingOf(secrets, entry) }));
  const strange = standings.filter(({ standing }) => standing !== 'signed');
  if (strange.length === 0) return [];
  const isGranted = strange.some(({ standing }) => standing === 'unsigned') && (await isUnsignedGranted(db, secrets));
  return strange.filter(({ standing }) => standing === 'forged' || !isGranted).map(({ seq }) => seq);
}

type Standing = 'signed' | 'unsigned' | 'forged';

function standingOf(secrets: Keys, entry: QueuedAudit): Standing {
  const { scopeId, writer, signed } = entry;
  const of = (by: string | null, text: string): Standing =>
    by === null ? 'unsigned' : isSigned(secrets, by, text) ? 'signed' : 'forged';
  const all = [
    of(writer, signed),
    ...batchesOf(entry.rows ?? null).map(({ batch, digest, by }) => of(by, `batch.1/${scopeId}/${batch}/${digest}`)),
  ];
  return all.find((it) => it === 'forged') ?? all.find((it) => it === 'unsigned') ?? 'signed';
}

interface Batch {
  readonly batch: string;
  readonly digest: string;
  readonly by: string | null;
}

/** In an entry, a batch is its digest, and nonce and MAC of its writer, with dots in between. */
function batchesOf(rows: Jsonable): Batch[] {
  if (rows === null || typeof rows !== 'object') return [];
  return Object.entries(rows).map(([batch, value]): Batch => {
    const [digest = '', ...by] = String(value).split('.');
    return { batch, digest, by: by.length === 0 ? null : by.join('.') };
  });
}

const grantText = (until: string): string => `unsigned until ${until}`;

/**
 * Lets unsigned entries count for an hour after an upgrade from a version that signs none: its queue, and its nodes that still run.
 * In the transaction of the migration, so that no crash leaves one without the other. A new database needs none.
 */
export const grantUnsigned =
  (secrets: Pick<Secrets, 'mac'>): OnApplied =>
  async (tx, name) => {
    if (name !== SIGNING) return;
    const until = await timeIn(tx, GRANTED_SECONDS);
    await insertGrant(tx, until, secrets.mac('rows', grantText(until)).toString('hex'));
  };

async function isUnsignedGranted(db: Db, secrets: Keys): Promise<boolean> {
  const now = await timeIn(db, 0);
  return (await listGrants(db)).some(({ until, mac }) => {
    const given = Buffer.from(mac, 'hex');
    const dues = secrets.keys('rows').map((key) => createHmac('sha256', key).update(grantText(until)).digest());
    return until > now && dues.some((due) => due.length === given.length && timingSafeEqual(due, given));
  });
}
