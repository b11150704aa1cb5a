/** The files of the demonstration: copies of sample portraits and proofs, stored before the rows that name them. */

import { sha256Hex } from '../../media/storage.ts';
import { markUnfinished, type UploadFolder } from '../../media/unfinished/service.ts';
import { dayStamp } from './calendar.ts';
import type { PlannedOrder, SalePlan } from './plan.ts';
import { idOf } from './random.ts';

const urls = import.meta.glob<string>('./files/*', { query: '?inline', import: 'default', eager: true });

/** By name, as `upi-screen-1.png`. The proofs show no figures, so that none of them contradicts its purchase. */
export const SAMPLES: ReadonlyMap<string, Buffer> = new Map(
  Object.entries(urls).map(([file, url]) => [
    file.replace('./files/', ''),
    Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'),
  ]),
);

const MIMES = { png: 'image/png', pdf: 'application/pdf' } as const;

export interface DemoFile {
  /** Also its storage key. */
  readonly id: string;
  readonly companyId: string;
  readonly ownerId: string;
  readonly kind: 'png' | 'pdf';
  readonly mime: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly createdAt: Date;
}

interface PlannedFile extends Omit<DemoFile, 'sizeBytes' | 'sha256' | 'mime'> {
  readonly bytes: Uint8Array;
}

export const portraitId = (companyId: string, personId: string): string => idOf(companyId, `portrait ${personId}`);
export const proofId = (companyId: string, order: PlannedOrder): string => idOf(companyId, `proof ${order.index}`);

const PROOFS = {
  'upi-screen': { name: 'Screenshot', kind: 'png' },
  'bank-screen': { name: 'IMG', kind: 'png' },
  'cash-slip': { name: 'deposit-slip', kind: 'png' },
  'bank-advice': { name: 'payment-advice', kind: 'pdf' },
} as const;

/**
 * A sample with a mark after its end, which readers skip: the site warns of a file that was sent for two orders, so each
 * file has bytes of its own.
 */
function copyOfSample(sampleKind: string, pick: number, mark: string): Uint8Array {
  const samples = [...SAMPLES].filter(([name]) => name.startsWith(sampleKind));
  const [, sample] = samples[pick % samples.length] ?? [];
  if (!sample) throw new RangeError(`there is no sample of ${sampleKind}`);
  return Buffer.concat([sample, Buffer.from(`\n% ${mark}\n`)]);
}

function filesOf({ plan, companyId }: PlannedCompany): PlannedFile[] {
  const portraits = plan.people.flatMap(({ id: ownerId, portrait, gender, joinedAt }): PlannedFile[] => {
    if (portrait === null) return [];
    const id = portraitId(companyId, ownerId);
    const bytes = copyOfSample(`portrait-${gender}`, portrait, id);
    return [
      { id, companyId, ownerId, kind: 'png', fileName: 'photo.png', createdAt: new Date(joinedAt + 600_000), bytes },
    ];
  });
  const proofs = plan.orders.flatMap((order): PlannedFile[] => {
    const shown = order.sameFileAs ?? order;
    if (shown.proof === null) return [];
    const { name, kind } = PROOFS[shown.proof];
    return [
      {
        id: proofId(companyId, order),
        companyId,
        ownerId: order.buyer.id,
        kind,
        fileName: `${name}-${dayStamp(shown.createdAt)}.${kind}`,
        createdAt: new Date(order.createdAt - 20_000),
        bytes: copyOfSample(shown.proof, shown.buyer.look, idOf(companyId, `proof ${shown.index}`)),
      },
    ];
  });
  return [...portraits, ...proofs];
}

const PARALLEL_WRITES = 16;

export interface PlannedCompany {
  readonly companyId: string;
  readonly plan: SalePlan;
}

/** Stores the files of all companies. `clearUnfinished` deletes those that an interrupted run leaves without a row. */
export async function storeFiles(uploads: UploadFolder, companies: readonly PlannedCompany[]): Promise<DemoFile[]> {
  const files = companies.flatMap(filesOf);
  markUnfinished(
    uploads.dataDir,
    files.map((file) => file.id),
  );
  const queue = files.values();
  const write = async (): Promise<void> => {
    for (const { id, bytes } of queue) await uploads.storage.put(id, bytes);
  };
  await Promise.all(Array.from({ length: PARALLEL_WRITES }, write));
  return files.map(({ bytes, ...file }) => ({
    ...file,
    mime: MIMES[file.kind],
    sizeBytes: bytes.length,
    sha256: sha256Hex(bytes),
  }));
}
