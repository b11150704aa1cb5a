/** Orders that the bank has something to say about. */
import { expect, vi } from 'vitest';
import { type Account, companyIdOf } from './accounts.ts';
import { freshReference, submitted, upi } from './purchases.ts';
import type { Site } from './site.ts';
import { dayInIndia, importLines, makeAccount } from './statements.ts';

/**
 * An order of the buyer, with a payment of this amount that has its number. No other member has the buyer's name.
 * @param amount rupees
 * @param bankState what the buyer then reads
 */
export async function comparedOrder(
  site: Site,
  { admin, buyer, name }: { admin: Account; buyer: Account; name: string },
  order: Record<string, string>,
  { amount, bankState }: { amount: string; bankState: 'SEEN' | 'AMOUNT_DIFFERS' },
): Promise<{ id: string; orderNumber: string }> {
  const beneficiaryId = await makeAccount(site, await companyIdOf(site));
  const referenceNumber = order.referenceNumber ?? freshReference();
  const made = await submitted(site, buyer, await upi(site, buyer, { ...order, referenceNumber, beneficiaryId }));
  const narration = `NEFT CR-SBIN0000001-${name.toUpperCase()}-COWL-${referenceNumber}`;
  const credit = { day: dayInIndia(), narration, amount, reference: referenceNumber };
  expect((await importLines(site, admin, beneficiaryId, [credit])).status).toBe(201);
  const isCompared = async (): Promise<boolean> => {
    const { body } = await site.call('GET', '/api/v1/user/transaction/list?limit=100', { token: buyer.token });
    return body.data.records.some(
      (it: { id: string; bankState: string }) => it.id === made.id && it.bankState === bankState,
    );
  };
  await vi.waitUntil(isCompared, { timeout: 20_000, interval: 200 });
  return made;
}
