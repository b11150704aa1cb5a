/** A sale under way, for the pictures: members, purchases in every state, rewards. */
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { APPROVE, manual, picture, post, REJECT, submitted, upi } from '../support/purchases.ts';
import { makeConflict } from '../support/requests.ts';
import type { Site } from '../support/site.ts';
import type { ShotIds } from './screens.ts';

export interface Sale {
  readonly member: Account;
  readonly admin: Account;
  readonly ids: ShotIds;
}

const NAMES = [
  'Rahul Verma',
  'Priya Nair',
  'Mohammed Arif Siddiqui',
  'Venkata Subramaniam Balasubramanian',
  'Gurpreet Kaur',
  'Ishaan Chatterjee',
  'Lalnunmawia Hmar',
  'Meera Joshi',
  'Karthik Reddy',
  'Fatima Sheikh',
  'Arjun Patil',
  'Sneha Iyer',
];

export async function makeSale(site: Site): Promise<Sale> {
  const admin = await makeAdmin(site);
  const member = await makeMember(site, { name: 'Ananya Krishnamurthy', isApproved: true });
  const others: Account[] = [];
  for (const [nth, name] of NAMES.entries())
    others.push(await makeMember(site, { name, isApproved: nth % 3 !== 0, referrerId: nth % 4 ? null : member.id }));
  for (const [nth, other] of others.entries()) {
    const it = await submitted(
      site,
      other,
      await upi(site, other, { purchaseAmount: `${(nth + 1) * 1250}`, amount: `${(nth + 1) * 1475}` }),
    );
    if (nth % 3 < 2) await post(site, nth % 5 === 4 ? REJECT : APPROVE, admin, { id: it.id });
  }
  const approved = await submitted(
    site,
    member,
    await upi(site, member, { purchaseAmount: '5000', amount: '5900.00' }),
  );
  await post(site, APPROVE, admin, { id: approved.id });
  const bank = await submitted(site, member, { ...(await upi(site, member)), paymentMethod: 'BANK' });
  await post(site, APPROVE, admin, { id: bank.id });
  const refused = await submitted(site, member, await upi(site, member));
  const reason = 'The bank statement shows no payment with this number.';
  await post(site, REJECT, admin, { id: refused.id, reason });
  for (let nth = 0; nth < 11; nth++) await submitted(site, member, manual());
  const [first] = others;
  if (first) await makeConflict(site, [member, first], picture());
  const open = await submitted(site, member, await upi(site, member));
  const address = `/user/payment?purchaseId=${open.orderNumber}&purchaseAmount=${open.orderAmount}`;
  return {
    member,
    admin,
    ids: { approved: approved.id, order: address, company: member.companyId, member: member.id },
  };
}
