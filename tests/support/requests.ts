/** Purchases that wait for an admin, made as their buyers make them. */
import type { Account } from './accounts.ts';
import { freshReference, manual, post, REJECT, submitted, upi, upload } from './purchases.ts';
import type { Site } from './site.ts';

export interface Request {
  readonly id: string;
  readonly orderNumber: string;
  readonly referenceNumber: string | null;
}

/** By UPI with a receipt of its own; `more` goes over it. */
export async function makeRequest(site: Site, buyer: Account, more: Record<string, unknown> = {}): Promise<Request> {
  return submitted(site, buyer, await upi(site, buyer, more));
}

export async function makeRequests(site: Site, buyer: Account, count: number): Promise<Request[]> {
  const made: Request[] = [];
  for (let nth = 0; nth < count; nth++) made.push(await makeRequest(site, buyer));
  return made;
}

/** Without a receipt and a reference number. */
export function makeManualRequest(site: Site, buyer: Account): Promise<Request> {
  return submitted(site, buyer, manual());
}

/** Two of different buyers with one reference number and one file; the first says that it paid less than is due. */
export async function makeConflict(
  site: Site,
  [one, other]: readonly [Account, Account],
  bytes: Uint8Array,
): Promise<[Request, Request]> {
  const referenceNumber = freshReference();
  const first = await makeRequest(site, one, {
    referenceNumber,
    receiptId: await upload(site, one, bytes),
    amount: '1080.00',
    orderAgeSeconds: 5000,
  });
  const second = await makeRequest(site, other, { referenceNumber, receiptId: await upload(site, other, bytes) });
  return [first, second];
}

export async function statusOf(site: Site, id: string): Promise<{ status: string; reason: string | null }> {
  const row = await site.database.platform
    .selectFrom('purchases')
    .select(['status', 'reject_reason as reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row;
}

/** Leaves nothing that waits. */
export async function rejectAll(site: Site, admin: Account): Promise<void> {
  const waiting = site.database.platform.selectFrom('purchases').select('id').where('status', '=', 'PENDING');
  for (const { id } of await waiting.execute()) await post(site, REJECT, admin, { id });
}
