/**
 * Random walks of one attacker through the calls of admins, under both two-admin rules. The attacker is one admin, or has
 * that admin's session, with or without the password. Honest admins look on; one of them may be deceived once.
 */
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { hashPassword } from '../../src/lib/accounts/passwords/service.ts';
import { type Account, companyIdOf, makeAdmin, makeMember, outdateSessions, seasonAdmins, signIn } from './accounts.ts';
import { APPROVE, manual, REVERSE, submitted } from './purchases.ts';
import { type Answer, freshIp, type Site } from './site.ts';

/** What the attacker has of the first admin. */
export const ATTACKERS = [
  'session',
  'session and password',
  'dishonest admin',
  'dishonest admin with old accounts',
] as const;
export type Attacker = (typeof ATTACKERS)[number];

/** Mails to this domain reach the attacker. */
const DOMAIN = 'attacker.example.com';
const PASSWORD = 'the attacker knows it 7';
const ABOVE = '1000';

const index = fc.nat({ max: 11 });
const PATCHES = [
  { role: 'ADMIN' },
  { role: 'USER' },
  { status: 'ACTIVE' },
  { status: 'BLOCKED' },
  { status: 'INACTIVE' },
  { name: 'Renamed Account' },
  'address',
] as const;
const SETTINGS = [
  { price: '0.000001' },
  { price: '0.5' },
  { twoAdminsForAccounts: false },
  { secondApproverAbove: null },
  { secondApproverAbove: '99999999' },
  { platformChargePercent: '0' },
  { referralRewardPercent: '100' },
  { maximumOrder: null },
  { verifiedMembersOnly: false },
  { notice: 'Please pay to our new account' },
  { supportPhone: '+919876543210' },
  { secondApproverAbove: '500', price: '0.000001' },
] as const;

const action = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('add'), as: index, role: fc.constantFrom('ADMIN', 'USER') }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('update'),
      as: index,
      of: index,
      patches: fc.uniqueArray(fc.constantFrom(...PATCHES), { minLength: 1, maxLength: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('status'),
      as: index,
      of: index,
      status: fc.constantFrom('ACTIVE', 'BLOCKED', 'INACTIVE'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete'), as: index, of: index }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('payee'),
      as: index,
      of: index,
      how: fc.constantFrom('add', 'update', 'delete'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('settings'), as: index, to: fc.constantFrom(...SETTINGS) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('decide'),
      as: index,
      of: index,
      verb: fc.constantFrom('confirm', 'confirm', 'confirm', 'refuse', 'withdraw'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('purchase'), as: index, how: fc.constantFrom(APPROVE, REVERSE) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sign in') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait a day') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('deceive'), of: index }) },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

/** Walks of `length` actions at most. */
export const walks = (length: number) =>
  fc.record({
    attacker: fc.constantFrom(...ATTACKERS),
    actions: fc.array(action, { minLength: Math.ceil(length / 3), maxLength: length }),
  });

interface World {
  readonly site: Site;
  readonly attacker: Attacker;
  readonly companyId: string;
  readonly victim: Account;
  readonly honest: readonly Account[];
  /** Purchases above the amount: one pending, one approved. */
  readonly pending: string;
  readonly approved: string;
  /** Tokens of the attacker's admin sessions. */
  readonly sessions: string[];
  /** An honest admin has confirmed a proposal of the attacker in good faith. */
  isDeceived: boolean;
}

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
const knownHash = hashPassword(PASSWORD);

/** What must not change, and who is an admin. */
async function guarded({ site, companyId, pending, approved }: World) {
  const db = site.database.platform;
  const { rows: payees } =
    await sql`SELECT id, holder_name, bank_name, account_number, ifsc_code, upi, is_primary, is_active
    FROM beneficiaries WHERE company_id = ${companyId} ORDER BY id`.execute(db);
  const { rows: terms } = await sql`SELECT price_micros, fee_bps, reward_bps, max_order_paise, verified_members_only,
    two_admins_for_accounts, private_supply, notice, support_phone FROM companies WHERE id = ${companyId}`.execute(db);
  const { rows: purchases } = await sql`SELECT id, status, quantity FROM purchases
    WHERE id = ANY(${[pending, approved]}::uuid[]) ORDER BY id`.execute(db);
  return { payees, terms, purchases };
}

async function boundOf({ site, companyId }: World): Promise<bigint | null> {
  const row = await site.database.platform
    .selectFrom('companies')
    .select('second_approver_above_paise')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return row.second_approver_above_paise;
}

const setRules = (site: Site, companyId: string, isOn: boolean) =>
  sql`UPDATE companies SET two_admins_for_accounts = ${isOn},
    second_approver_above_paise = ${isOn ? Number(ABOVE) * 100 : null}, max_order_paise = 100000000,
    verified_members_only = ${isOn}, price_micros = 250000, fee_bps = 1800, reward_bps = 500 WHERE id = ${companyId}`.execute(
    site.database.platform,
  );

/** Accounts that the attacker can sign in to as an admin: a known password, or a mailbox for a new one. */
async function ownAdmins({ site, companyId, victim, attacker }: World): Promise<{ id: string; email: string }[]> {
  const rows = await site.database.platform
    .selectFrom('users')
    .select(['id', 'email', 'password_hash'])
    .where('company_id', '=', companyId)
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'ACTIVE')
    .execute();
  const hash = await knownHash;
  const knowsVictims = attacker !== 'session';
  return rows.filter(
    (row) => row.email.endsWith(`@${DOMAIN}`) || row.password_hash === hash || (knowsVictims && row.id === victim.id),
  );
}

async function worldOf(site: Site, attacker: Attacker): Promise<World> {
  const db = site.database.platform;
  const companyId = await companyIdOf(site);
  await sql`UPDATE users SET role = 'USER', status = 'INACTIVE', email = id || '@former.example.com'
    WHERE company_id = ${companyId} AND email NOT LIKE '%@former.example.com'`.execute(db);
  await sql`UPDATE approvals SET state = 'EXPIRED', decided_at = now() WHERE state = 'OPEN'`.execute(db);
  await setRules(site, companyId, false);
  const victim = await makeAdmin(site, { name: 'Vikram Shah' });
  const honest = [await makeAdmin(site, { name: 'Leela Nair' }), await makeAdmin(site, { name: 'Ravi Menon' })];
  const buyer = await makeMember(site, { isApproved: true });
  const bought = async () => (await submitted(site, buyer, manual({ purchaseAmount: '5000', amount: '5900' }))).id;
  const [pending, approved] = [await bought(), await bought()];
  const done = await send(site, honest[0]?.token ?? '', 'POST', APPROVE, { id: approved });
  expect(done.body.data.status).toBe('APPROVED');
  const world: World = {
    ...{ site, attacker, companyId, victim, honest, pending, approved },
    sessions: [victim.token],
    isDeceived: false,
  };
  if (attacker === 'dishonest admin with old accounts') {
    for (const role of ['ADMIN', 'ADMIN', 'USER']) await add(world, victim.token, role);
    await setPasswords(world);
    for (const { id } of await ownAdmins(world)) await seasonAdmins(site, [id]);
  }
  await setRules(site, companyId, true);
  if (attacker === 'session') await outdateSessions(site, victim);
  return world;
}

const send = (site: Site, token: string, method: string, path: string, body?: object): Promise<Answer> =>
  site.call(method, path, { token, ip: freshIp(), ...(body && { body }) });

let made = 0;
const ownAddress = (): string => `self-${process.pid}-${++made}@${DOMAIN}`;
const add = ({ site }: World, token: string, role: string): Promise<Answer> =>
  send(site, token, 'POST', '/api/v1/admin/auth/add', {
    name: 'Second Self',
    mobile: '+919876543210',
    email: ownAddress(),
    role,
    password: PASSWORD,
  });

/** The attacker resets the password of every account whose mails they get. */
async function setPasswords({ site }: World): Promise<void> {
  await sql`UPDATE users SET password_hash = ${await knownHash} WHERE email LIKE ${`%@${DOMAIN}`}`.execute(
    site.database.platform,
  );
}

const targets = ({ site, companyId }: World) =>
  site.database.platform
    .selectFrom('users')
    .select(['id', 'name', 'mobile', 'email', 'role', 'status'])
    .where('company_id', '=', companyId)
    .where('email', 'not like', '%@former.example.com')
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

const openChanges = ({ site, companyId }: World) =>
  site.database.platform
    .selectFrom('approvals')
    .select(['id', 'kind', 'proposed_by'])
    .where('company_id', '=', companyId)
    .where('state', '=', 'OPEN')
    .orderBy('proposed_at', 'desc')
    .execute();

const AREAS = { admin: 'member/changes', beneficiary: 'beneficiary', settings: 'settings' } as const;

/** Decides a waiting change. */
async function decide(world: World, token: string, n: number, verb: string): Promise<void> {
  const change = pick(await openChanges(world), n);
  const area = Object.entries(AREAS).find(([kind]) => change?.kind.startsWith(kind))?.[1];
  if (change && area) await send(world.site, token, 'POST', `/api/v1/admin/${area}/${verb}`, { id: change.id });
}

async function changePayee({ site, companyId }: World, token: string, how: string, n: number): Promise<void> {
  const details = {
    holderName: 'Attacker',
    bankName: 'State Bank of India',
    branch: 'Fort, Mumbai',
    accountNumber: String(70_000_000_000 + ++made),
    ifscCode: 'SBIN0000300',
    upi: 'attacker@sbi',
  };
  const payees = await site.database.platform
    .selectFrom('beneficiaries')
    .select('id')
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute();
  const id = pick(payees, n)?.id;
  const base = '/api/v1/admin/beneficiary';
  if (how === 'add') await send(site, token, 'POST', `${base}/add`, { ...details, isPrimary: true });
  else if (how === 'update') await send(site, token, 'PUT', `${base}/update`, { ...details, id });
  else await send(site, token, 'DELETE', `${base}/delete`, { id });
}

async function changeSettings({ site }: World, token: string, to: object): Promise<void> {
  const { version } = (await send(site, token, 'GET', '/api/v1/admin/settings/get')).body.data ?? {};
  await send(site, token, 'PUT', '/api/v1/admin/settings/update', { version, ...to });
}

/** Takes every session that the attacker can get. */
async function signInEverywhere(world: World): Promise<void> {
  const { site, companyId, victim, attacker } = world;
  await setPasswords(world);
  for (const { id: accountId } of await ownAdmins(world))
    world.sessions.push((await signIn(site, { kind: 'admin', companyId, accountId })).token);
  if (attacker === 'session') await outdateSessions(site, victim);
}

/** A day later. Sessions that are not refreshed are no longer recent. */
async function waitDay(world: World): Promise<void> {
  const own = await ownAdmins(world);
  await seasonAdmins(
    world.site,
    own.map(({ id }) => id),
  );
  for (const admin of [...own, world.victim]) await outdateSessions(world.site, admin);
}

/** An honest admin confirms one proposal of a new or changed admin in good faith, but no other kind of change. */
async function deceive(world: World, n: number): Promise<void> {
  const { isDeceived, honest, site } = world;
  const proposals = (await openChanges(world)).filter(({ kind }) => kind === 'admin.add' || kind === 'admin.update');
  const change = pick(proposals, n);
  const checker = honest[0];
  if (isDeceived || !change || !checker) return;
  const answer = await send(site, checker.token, 'POST', '/api/v1/admin/member/changes/confirm', { id: change.id });
  world.isDeceived = answer.status === 200;
}

async function act(world: World, one: Action): Promise<void> {
  const { site, pending, approved } = world;
  if (one.do === 'sign in') return signInEverywhere(world);
  if (one.do === 'wait a day') return waitDay(world);
  if (one.do === 'deceive' && 'of' in one) return deceive(world, one.of);
  const token = pick(world.sessions, 'as' in one ? one.as : 0) ?? '';
  if ('role' in one) await add(world, token, one.role);
  else if ('to' in one) await changeSettings(world, token, one.to);
  else if ('verb' in one) await decide(world, token, one.of, one.verb);
  else if (one.do === 'payee' && 'how' in one && 'of' in one) await changePayee(world, token, one.how, one.of);
  else if ('how' in one)
    await send(site, token, 'POST', one.how, {
      id: one.how === APPROVE ? pending : approved,
      reason: 'The order was approved twice or by mistake.',
    });
  else {
    const target = pick(await targets(world), 'of' in one ? one.of : 0);
    if (!target) return;
    const { id } = target;
    if ('patches' in one) {
      const patch = one.patches.map((it) => (it === 'address' ? { email: ownAddress() } : it));
      await send(site, token, 'PUT', '/api/v1/admin/auth/update', Object.assign({}, target, ...patch));
    } else if ('status' in one)
      await send(site, token, 'PUT', '/api/v1/admin/member/status', { id, status: one.status });
    else await send(site, token, 'DELETE', '/api/v1/admin/auth/delete', { id });
  }
}

/** Walks, and asserts after every step that payees, terms and large purchases are as before. */
export async function walk(site: Site, attacker: Attacker, actions: readonly Action[]): Promise<void> {
  const world = await worldOf(site, attacker);
  const before = await guarded(world);
  const selves = new Set((await ownAdmins(world)).map(({ id }) => id));
  for (const one of actions) {
    await act(world, one);
    expect(await guarded(world)).toEqual(before);
    const bound = await boundOf(world);
    expect(bound !== null && bound <= BigInt(ABOVE) * 100n).toBe(true);
    const more = (await ownAdmins(world)).filter(({ id }) => !selves.has(id) && id !== world.victim.id);
    expect(more.length).toBeLessThanOrEqual(world.isDeceived ? 1 : 0);
    const { rows } = await sql`SELECT id FROM users WHERE id = ANY(${world.honest.map(({ id }) => id)}::uuid[])
      AND role = 'ADMIN' AND status = 'ACTIVE' AND deleted_at IS NULL`.execute(site.database.platform);
    expect(rows.length).toBeGreaterThanOrEqual(world.isDeceived ? 1 : 2);
  }
}
