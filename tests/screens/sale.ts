/** The visitors of the pictures of a running sale: the members and the admin of the demonstration. */
import { type Account, companyIdOf, signIn } from '../support/accounts.ts';
import { paymentUrl } from '../support/member.ts';
import type { Site } from '../support/site.ts';
import type { ShotIds } from './screens.ts';

export interface Sale {
  readonly member: Account;
  readonly admin: Account;
  readonly ids: ShotIds;
}

/** The accounts that the demonstration prints at its start, signed in. */
async function personOf(site: Site, word: 'member' | 'admin'): Promise<Account> {
  const email = new RegExp(`^ *${word} +(\\S+@\\S+) at `, 'm').exec(site.output())?.[1];
  if (email === undefined) throw new Error(`The demonstration names no ${word}:\n${site.output()}`);
  const companyId = await companyIdOf(site);
  const { id, memberId } = await site.database.platform
    .selectFrom('users')
    .select(['id', 'member_id as memberId'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const session = await signIn(site, { kind: word, companyId, accountId: id });
  return { id, email, password: '', memberId, companyId, ...session };
}

export async function saleOf(site: Site): Promise<Sale> {
  const [member, admin] = [await personOf(site, 'member'), await personOf(site, 'admin')];
  const newest = (status: 'APPROVED' | 'PENDING') =>
    site.database.platform
      .selectFrom('purchases')
      .selectAll()
      .where('user_id', '=', member.id)
      .where('status', '=', status)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
  const [approved, pending] = [await newest('APPROVED'), await newest('PENDING')];
  const amount = `${pending.order_amount_paise / 100n}.${String(pending.order_amount_paise % 100n).padStart(2, '0')}`;
  const order = paymentUrl(pending.order_number, amount);
  return { member, admin, ids: { approved: approved.id, order, company: member.companyId, member: member.id } };
}
