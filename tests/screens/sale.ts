/** The sites of the pictures and their visitors: the members and the admin of the demonstration, and those of an empty sale. */
import { expect, vi } from 'vitest';
import {
  type Account,
  companyIdOf,
  makeAdmin,
  makeMember,
  makeSuper,
  noteStates,
  signIn,
} from '../support/accounts.ts';
import { paymentUrl } from '../support/member.ts';
import { type Site, startSite } from '../support/site.ts';
import type { Fill, ShotIds } from './screens.ts';

export interface Sale {
  readonly member: Account;
  readonly admin: Account;
  readonly ids: ShotIds;
}

/** The accounts that the demonstration prints at its start, signed in. */
async function personOf(site: Site, word: 'member' | 'admin', companyId: string): Promise<Account> {
  const email = new RegExp(`^ *${word} +(\\S+@\\S+) at `, 'm').exec(site.output())?.[1];
  if (email === undefined) throw new Error(`The demonstration names no ${word}:\n${site.output()}`);
  const { id, memberId } = await site.database.platform
    .selectFrom('users')
    .select(['id', 'member_id as memberId'])
    .where('company_id', '=', companyId)
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const session = await signIn(site, { kind: word, companyId, accountId: id });
  return { id, email, password: '', kind: word, memberId, companyId, ...session };
}

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const BROWSERS = [
  { ip: '203.0.113.7', userAgent: CHROME },
  {
    ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
    userAgent: CHROME.replace('X11; Linux x86_64', 'Linux; Android 16; K'),
  },
];

/** Signs an account in on other devices, for the list of its sessions. */
async function signInElsewhere(site: Site, { kind, companyId, id }: Account): Promise<void> {
  const owner = { kind, companyId: kind === 'super' ? null : companyId, accountId: id };
  for (const from of BROWSERS) await signIn(site, owner, from);
}

export async function saleOf(site: Site): Promise<Sale> {
  const companyId = await companyIdOf(site);
  const [member, admin] = [await personOf(site, 'member', companyId), await personOf(site, 'admin', companyId)];
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

export interface Stage {
  /** To be removed. */
  readonly home: Site;
  /** Where the pages are. */
  readonly site: Pick<Site, 'url'>;
  readonly accounts: Readonly<Record<'member' | 'admin' | 'super', Account>>;
  /** Only of the filled sale. */
  readonly ids: ShotIds | null;
}

/** @param embedded with a database of its own */
export async function startStage(fill: Fill, embedded = false): Promise<Stage> {
  const home = await startSite({ embedded, args: fill === 'empty' ? [] : ['--demo'] });
  const owner = await makeSuper(home);
  if (fill === 'empty') {
    const member = await makeMember(home, { name: 'Ananya Krishnamurthy' });
    return { home, site: home, accounts: { member, admin: await makeAdmin(home), super: owner }, ids: null };
  }
  if (fill === 'filled') {
    const { member, admin, ids } = await saleOf(home);
    for (const account of [admin, owner]) await signInElsewhere(home, account);
    return { home, site: home, accounts: { member, admin, super: owner }, ids };
  }
  const launch = await launchOf(home);
  if (fill === 'packed') await pack(home, launch);
  return { home, site: { url: launch.url }, accounts: { ...launch, super: owner }, ids: null };
}

interface LaunchingCompany {
  readonly url: string;
  readonly member: Account;
  readonly admin: Account;
}

/** The demonstration's second company, which is near its launch. */
async function launchOf(site: Site): Promise<LaunchingCompany> {
  const url = /before its launch at (\S+)/.exec(site.output())?.[1];
  if (url === undefined) throw new Error(`The demonstration names no second company:\n${site.output()}`);
  const { company_id: id } = await site.database.platform
    .selectFrom('company_hosts')
    .select('company_id')
    .where('host', '=', new URL(url).hostname)
    .executeTakeFirstOrThrow();
  return { url, member: await personOf(site, 'member', id), admin: await personOf(site, 'admin', id) };
}

/** Takes the launch to its end. */
async function pack(site: Site, { url, member, admin }: LaunchingCompany): Promise<void> {
  await site.database.platform
    .updateTable('users')
    .set({ wallet_address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' })
    .where('id', '=', member.id)
    .execute();
  await noteStates(site);
  const call = (method: string, path: string, body?: object) =>
    site.call(method, `/api/v1/admin/launch/${path}`, {
      token: admin.token,
      headers: { 'X-Forwarded-Host': new URL(url).host },
      ...(body && { body }),
    });
  expect((await call('POST', 'freeze', {})).status).toBe(200);
  expect((await call('POST', 'pack/make', {})).status).toBe(201);
  await vi.waitFor(async () => expect((await call('GET', 'get')).body.data.state).toBe('PACKED'), {
    timeout: 60_000,
    interval: 200,
  });
}
