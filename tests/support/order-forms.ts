/** The forms in which a buyer sends an order, with and without a proof. */
import type { Account } from './accounts.ts';
import { freshReference, manual, PURCHASE, post, upload } from './purchases.ts';
import type { Answer, Site } from './site.ts';

const receipts = new Map<string, string>();
/** One at a time: a slow machine refuses more than it can take, and the attacks are about what follows. */
let uploaded: Promise<unknown> = Promise.resolve();
/** The id of the member's receipt, which is uploaded once. */
export async function receiptOf(site: Site, member: Account): Promise<string> {
  const known = receipts.get(member.id);
  if (known !== undefined) return known;
  const sent = uploaded.then(() => upload(site, member));
  uploaded = sent;
  receipts.set(member.id, await sent);
  return sent;
}

/** By whether the product calls what comes with an order a proof. */
export const FORMS = {
  MANUAL: async () => manual(),
  'MANUAL with a reference': async () => manual({ referenceNumber: freshReference() }),
  'MANUAL with a proof': async (site: Site, who: Account) => manual({ receiptId: await receiptOf(site, who) }),
  UPI: async (site: Site, who: Account) =>
    manual({ paymentMethod: 'UPI', referenceNumber: freshReference(), receiptId: await receiptOf(site, who) }),
  BANK: async (site: Site, who: Account) =>
    manual({ paymentMethod: 'BANK', referenceNumber: freshReference(), receiptId: await receiptOf(site, who) }),
} as const;
export type Form = keyof typeof FORMS;
export const PROVEN = ['MANUAL with a proof', 'UPI', 'BANK'] as const satisfies readonly Form[];

/** @param on the node that gets the order; by default the site itself */
export const submitAs = async (site: Site, who: Account, form: Form, on: Site = site): Promise<Answer> =>
  post(on, PURCHASE, who, await FORMS[form](site, who));
