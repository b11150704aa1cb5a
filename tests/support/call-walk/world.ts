/** A company with honest people and their money, and one attacker in it. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import {
  type Account,
  makeAdmin,
  makeCompany,
  makeMember,
  outdateSessions,
  seasonAdmins,
  signIn,
} from '../accounts.ts';
import { plantPair, plantRow } from '../bank-rows.ts';
import { makeKey } from '../integrations.ts';
import { APPROVE, freshReference, manual, PURCHASE, post, REVERSE, submitted, upload } from '../purchases.ts';
import { addRefund, enterAccount } from '../refunds.ts';
import type { Site } from '../site.ts';
import { makeAccount } from '../statements.ts';
import type { Draw } from './draw.ts';

/** Who walks. */
export const ATTACKERS = [
  'a dishonest admin with an accomplice',
  'a stolen session of ten minutes',
  'a stolen session of an hour',
  'a member with an accomplice',
  'a hundred free accounts',
  'a program with a key',
] as const;
export type Attacker = (typeof ATTACKERS)[number];

/** What one admin may do alone in a day. */
export const BOUND_PAISE = 300_000n;
const STEP_COUNT_OF_FREE = 100;
const WALLET = (digit: number): string => `0x${String(digit).repeat(40)}`;

/** One of the attacker's sessions. */
export interface WalkSession {
  readonly kind: 'admin' | 'member' | 'key' | 'public';
  readonly account: Account | null;
  /** What it has seen is its own. */
  readonly name: string;
  token: string;
}

export interface World {
  readonly attacker: Attacker;
  /** On the host of the company. */
  readonly site: Site;
  readonly companyId: string;
  readonly sessions: readonly WalkSession[];
  /** The admin whose session the attacker has; null for none. */
  readonly admin: Account | null;
  readonly honestAdmins: readonly [Account, Account];
  readonly holders: readonly Account[];
  /** Ids of everybody who is honest. */
  readonly honestIds: readonly string[];
  readonly accountId: string;
}

export const isAdmin = ({ attacker }: Pick<World, 'attacker'>): boolean => /admin|session/.test(attacker);

/** Who stole a session has no password. */
export const knowsPassword = ({ attacker }: Pick<World, 'attacker'>, { kind }: WalkSession): boolean =>
  kind !== 'key' && !(kind === 'admin' && attacker.includes('stolen'));

let made = 0;

/** Calls go to the company's own host. */
async function siteOf(site: Site, companyId: string): Promise<Site> {
  const host = `walk-${process.pid}-${++made}.localhost`;
  await site.database.platform.insertInto('company_hosts').values({ host, company_id: companyId }).execute();
  const headers = { 'X-Forwarded-Host': `${host}:${site.port}` };
  return {
    ...site,
    call: (method, path, options = {}) =>
      site.call(method, path, { ...options, headers: { ...headers, ...options.headers } }),
  };
}

const company = (site: Site, companyId: string, change: object) =>
  site.database.platform.updateTable('companies').set(change).where('id', '=', companyId).execute();

/** Both rules of two admins. */
const setRules = (site: Site, companyId: string, isOn: boolean) =>
  company(site, companyId, {
    two_admins_for_accounts: isOn,
    second_approver_above_paise: isOn ? BOUND_PAISE : null,
  });

async function boughtBy(site: Site, buyer: Account, admin: Account, rupees: number): Promise<string> {
  const amounts = { purchaseAmount: String(rupees), amount: (rupees * 1.18).toFixed(2) };
  const { id } = await submitted(site, buyer, { ...manual(amounts), referenceNumber: freshReference() });
  expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
  return id;
}

/** People with tokens, orders that wait, a refund that waits with its account, and one whose account is missing. */
async function honestLife(site: Site, companyId: string, admin: Account): Promise<Account[]> {
  const people: Account[] = [];
  for (let nth = 0; nth < 4; nth++)
    people.push(await makeMember(site, { companyId, isApproved: true, name: NAMES[nth] ?? 'Asha Rao' }));
  for (const [nth, person] of people.entries()) {
    await boughtBy(site, person, admin, 5000);
    await site.database.platform
      .updateTable('users')
      .set({ wallet_address: WALLET(nth + 3) })
      .where('id', '=', person.id)
      .execute();
    await submitted(site, person, {
      ...manual(),
      receiptId: await upload(site, person),
      referenceNumber: freshReference(),
    });
  }
  for (const [nth, person] of people.slice(0, 3).entries()) {
    const id = await boughtBy(site, person, admin, 2000);
    expect((await post(site, REVERSE, admin, { id, reason: 'Wrong one of two' })).status).toBe(200);
    const refund = await addRefund(site, admin, id);
    if (nth > 0) expect((await enterAccount(site, person, refund.body.data.id)).status).toBe(200);
  }
  return people;
}
const NAMES = ['Meenal Gore', 'Farida Khan', 'Joseph Thomas', 'Lakshmi Iyer'] as const;

export async function makeWorld(base: Site, attacker: Attacker): Promise<World> {
  const companyId = await makeCompany(base);
  const site = await siteOf(base, companyId);
  await setRules(site, companyId, false);
  const [leela, ravi] = [
    await makeAdmin(site, { companyId, name: 'Leela Nair' }),
    await makeAdmin(site, { companyId, name: 'Ravi Menon' }),
  ];
  const accountId = await makeAccount(site, companyId);
  const holders = await honestLife(site, companyId, leela);
  const isOfAdmin = isAdmin({ attacker });
  const dishonest = attacker === 'a dishonest admin with an accomplice';
  const admin = isOfAdmin ? await makeAdmin(site, { companyId, name: 'Vikram Shah' }) : null;
  await seasonAdmins(site, [leela.id, ravi.id, ...(admin ? [admin.id] : [])]);
  await plantRow(site, companyId, accountId, { reference: freshReference(), amountPaise: 5_000_000n });
  for (const [nth, person] of holders.entries())
    await plantPair(site, person, accountId, { amountPaise: nth === 3 ? 200_000n : 118_000n });
  const sessions = await sessionsOf(site, companyId, attacker, admin, leela);
  if (attacker === 'a hundred free accounts')
    await company(site, companyId, {
      unproven_share_bps: 2_000,
      open_purchases_max: 3,
      held_share_unverified_bps: 2_000,
      // A small sale, which the steps of one walk can fill.
      private_supply: 200_000n,
      public_cell_supply: 800_000n,
    });
  // Two members whom admins have verified may order all there is.
  if (attacker === 'a member with an accomplice')
    await company(site, companyId, {
      total_supply: 2_000_000_000n,
      private_supply: 1_000_000_000n,
      public_cell_supply: 1_000_000_000n,
    });
  await setRules(site, companyId, true);
  const stolen = isOfAdmin && !dishonest && admin ? [admin.id] : [];
  const honestIds = [leela.id, ravi.id, ...holders.map(({ id }) => id), ...stolen];
  const world = {
    attacker,
    site,
    companyId,
    sessions,
    admin,
    honestAdmins: [leela, ravi],
    holders,
    honestIds,
    accountId,
  } as const;
  await refreshSessions(world);
  return world;
}

async function sessionsOf(
  site: Site,
  companyId: string,
  attacker: Attacker,
  admin: Account | null,
  honest: Account,
): Promise<WalkSession[]> {
  const sessionOf = (kind: WalkSession['kind'], account: Account): WalkSession => ({
    kind,
    account,
    name: account.memberId,
    token: account.token,
  });
  if (attacker === 'a program with a key')
    return [{ kind: 'key', name: 'key', account: null, token: `Bearer ${(await makeKey(site, honest)).key}` }];
  const count =
    attacker === 'a hundred free accounts' ? STEP_COUNT_OF_FREE : attacker === 'a member with an accomplice' ? 2 : 1;
  const isVerified = count < 3;
  const members: WalkSession[] = [];
  for (let nth = 0; nth < count; nth++) {
    const member = await makeMember(site, { companyId, isApproved: isVerified, name: `Dev Self ${nth}` });
    if (isVerified) await boughtBy(site, member, honest, 1000);
    members.push(sessionOf('member', member));
  }
  const free: WalkSession = { kind: 'public', name: 'public', account: null, token: '' };
  return admin ? [sessionOf('admin', admin), ...members.slice(0, 1), free] : [...members, free];
}

/** Somebody honest orders, as on any day. */
export async function order({ site, companyId, holders }: World, draw: Draw): Promise<void> {
  const holder = draw.of(holders);
  if (!holder) return;
  const person = { ...holder, ...(await signIn(site, { kind: 'member', companyId, accountId: holder.id })) };
  const rupees = draw.of([100, 500, 1000, 2000]) ?? 100;
  const amounts = { purchaseAmount: String(rupees), amount: (rupees * 1.18).toFixed(2) };
  const receiptId = await upload(site, person);
  await post(site, PURCHASE, person, { ...manual(amounts), receiptId, referenceNumber: freshReference() });
}

/** Signs in again where the attacker can; what was stolen stays as old as it is. */
export async function refreshSessions(world: World): Promise<void> {
  for (const session of world.sessions) {
    const { account, kind } = session;
    if (account === null || (kind !== 'admin' && kind !== 'member')) continue;
    session.token = (await signIn(world.site, { kind, companyId: world.companyId, accountId: account.id })).token;
    if (kind === 'admin' && world.attacker === 'a stolen session of an hour')
      await outdateSessions(world.site, account);
    // Taken just after the sign-in, before its owner confirmed anything.
    if (world.attacker === 'a stolen session of ten minutes')
      await sql`UPDATE sessions SET authenticated_at = created_at WHERE user_id = ${account.id}`.execute(
        world.site.database.platform,
      );
  }
}

/** Moves everything in the company a day into the past; again, where a task of the program wanted the same rows in another order. */
export async function letDayPass(world: World): Promise<void> {
  for (let tries = 0; ; tries++)
    try {
      return await shiftDay(world);
    } catch (cause) {
      if ((cause as { code?: unknown }).code !== '40P01' || tries === 5) throw cause;
    }
}

/** But for what its ledger has hashed. */
async function shiftDay({ site, companyId }: World): Promise<void> {
  await site.database.platform.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`DO ${sql.raw(`$shift$
      DECLARE line record;
      BEGIN
        FOR line IN SELECT c.table_name, string_agg(format('%I = %I - interval ''1 day''', c.column_name, c.column_name), ', ') AS changes
          FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
          WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.data_type = 'timestamp with time zone'
            AND c.table_name NOT IN ('stock_entries', 'stock_balances', 'supplies', 'ledger_events', 'receipts', 'purchases') AND EXISTS (SELECT FROM information_schema.columns i WHERE i.table_schema = c.table_schema
              AND i.table_name = c.table_name AND i.column_name = 'company_id')
          GROUP BY c.table_name
        LOOP EXECUTE format('UPDATE %I SET %s WHERE company_id = %L', line.table_name, line.changes, '${companyId}'); END LOOP;
      END $shift$`)}`.execute(tx);
  });
}
