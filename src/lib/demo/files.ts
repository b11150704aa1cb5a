/** The files of the demonstration: portraits and proofs, drawn and stored before the rows that name them. */
import type { BeneficiarySnapshot } from '../db/schema.ts';
import { sha256Hex } from '../media/storage.ts';
import { type FilePlace, markUnfinished } from '../media/unfinished.ts';
import type { DemoPlan, PlannedOrder } from './plan.ts';
import { drawPortrait } from './portraits.ts';
import { drawProof } from './proofs.ts';
import { idOf } from './random.ts';

export interface DemoFile {
  /** Also its storage key. */
  readonly id: string;
  readonly ownerId: string;
  readonly kind: 'png' | 'pdf';
  readonly mime: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly createdAt: Date;
}

/** What is to be drawn under which id. */
interface Drawing {
  readonly id: string;
  readonly ownerId: string;
  readonly createdAt: number;
  readonly draw: () => Promise<{ kind: 'png' | 'pdf'; mime: string; fileName: string; bytes: Uint8Array }>;
}

export const portraitId = (companyId: string, personId: string): string => idOf(companyId, `portrait ${personId}`);
export const proofId = (companyId: string, order: PlannedOrder): string => idOf(companyId, `proof ${order.index}`);

function drawingsOf(plan: DemoPlan, companyId: string, payee: BeneficiarySnapshot): Drawing[] {
  const portraits = plan.people.flatMap((it): Drawing[] => {
    const seed = it.portrait;
    if (seed === null) return [];
    const draw = async () => ({
      kind: 'png' as const,
      mime: 'image/png',
      fileName: 'photo.png',
      bytes: await drawPortrait(seed, it.gender),
    });
    return [{ id: portraitId(companyId, it.id), ownerId: it.id, createdAt: it.joinedAt + 600_000, draw }];
  });
  const proofs = plan.orders.flatMap((order): Drawing[] => {
    const shown = order.sameFileAs ?? order;
    const kind = shown.proof;
    if (kind === null) return [];
    const draw = () =>
      drawProof({
        kind,
        look: shown.buyer.look,
        amountPaise: shown.claimedAmountPaise,
        payerName: shown.buyer.name,
        payerAccount: shown.buyer.account,
        payeeName: payee.holderName,
        payeeUpi: payee.upi,
        payeeAccount: payee.accountNumber,
        payeeIfsc: payee.ifscCode,
        bankName: shown.buyer.bank[0],
        reference: shown.reference ?? String(2_000_000 + shown.index * 7919),
        paidAt: new Date(shown.createdAt - 90_000),
      });
    return [{ id: proofId(companyId, order), ownerId: order.buyer.id, createdAt: order.createdAt - 20_000, draw }];
  });
  return [...portraits, ...proofs];
}

/** Enough that the disk is busy while the next ones are drawn. */
const AT_ONCE = 16;

/** Draws and stores everything. Whatever is left when it does not come to its end, `clearUnfinished` takes away. */
export async function storeFiles(
  at: FilePlace,
  plan: DemoPlan,
  companyId: string,
  payee: BeneficiarySnapshot,
): Promise<DemoFile[]> {
  const drawings = drawingsOf(plan, companyId, payee);
  const keys = drawings.map((it) => it.id);
  markUnfinished(at.dataDir, keys);
  const files: DemoFile[] = [];
  const left = drawings.values();
  const work = async (): Promise<void> => {
    for (const { id, ownerId, createdAt, draw } of left) {
      const { bytes, ...drawn } = await draw();
      await at.storage.put(id, bytes);
      const sizeBytes = bytes.length;
      files.push({ id, ownerId, ...drawn, sizeBytes, sha256: sha256Hex(bytes), createdAt: new Date(createdAt) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return files;
}
