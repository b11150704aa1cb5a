/** Two companies on one program, everybody who might knock, and rows that belong to the first. */
import { sql } from 'kysely';
import type { SessionKind } from '../../../src/lib/db/schema.ts';
import { type Account, companyIdOf, makeAdmin, makeCompany, makeMember, makeSuper, signIn } from '../accounts.ts';
import { APPROVE, manual, post, submitted, upload } from '../purchases.ts';
import { type Answer, freshIp, type Site } from '../site.ts';

/** Who knocks. The last five have a session of the kind that the call is for, which must open nothing here. */
export const ROLES = [
  'anonymous',
  'forger',
  'member',
  'admin',
  'super',
  'of another company',
  'blocked',
  'inactive',
  'expired',
  'idle',
] as const;
export type Role = (typeof ROLES)[number];

export interface Credentials {
  readonly token: string;
  readonly cookie: string;
}

export interface World {
  readonly site: Site;
  readonly companyId: string;
  /** The rows are this member's and this admin's company's. */
  readonly member: Account;
  readonly admin: Account;
  readonly owner: Account;
  /** Another member of the same company. */
  readonly neighbour: Account;
  readonly foreignCompanyId: string;
  readonly foreignMember: Account;
  readonly foreignAdmin: Account;
  /** A session of its own for this once, for a call of this kind; null where there can be none. */
  credentials(role: Role, kind: SessionKind): Promise<Credentials | null>;
  /** A call on the other company's own host. */
  callAbroad(method: string, path: string, token: string, body?: unknown): Promise<Answer>;
  /** Ids of fresh rows of the first company. */
  person(): Promise<string>;
  pending(): Promise<string>;
  approved(): Promise<string>;
  file(): Promise<string>;
  beneficiary(): Promise<string>;
  /** A mail that went to a fresh member of the first company. */
  mail(): Promise<{ id: string; mailId: string }>;
  proposal(kind: 'settings.update' | 'beneficiary.update'): Promise<string>;
  /** A digest over every row of the first company that a call could change. */
  fingerprint(): Promise<string>;
}

const HOST = 'other.localhost';
const TABLES = [
  'users',
  'purchases',
  'beneficiaries',
  'proposals',
  'media',
  'stock_entries',
  'supplies',
  'audit_entries',
];

export async function makeWorld(site: Site): Promise<World> {
  const db = site.database.platform;
  const companyId = await companyIdOf(site);
  const foreignCompanyId = await makeCompany(site);
  await db.insertInto('company_hosts').values({ host: HOST, company_id: foreignCompanyId }).execute();
  const abroad = { companyId: foreignCompanyId };
  const [member, neighbour, foreignMember] = [
    await makeMember(site, { isApproved: true }),
    await makeMember(site, { isApproved: true }),
    await makeMember(site, abroad),
  ];
  const [admin, foreignAdmin, owner] = [await makeAdmin(site), await makeAdmin(site, abroad), await makeSuper(site)];
  // Apart from those whose rows are looked at: some calls end every other session of the account.
  const own = { member: await makeMember(site), admin: await makeAdmin(site), super: owner } as const;

  const fresh = (kind: SessionKind, of: Account = own[kind]): Promise<Credentials> =>
    signIn(site, { kind, companyId: kind === 'super' ? null : of.companyId, accountId: of.id });
  const barred = {
    blocked: await shut('BLOCKED'),
    inactive: await shut('INACTIVE'),
  };
  async function shut(status: 'BLOCKED' | 'INACTIVE'): Promise<Record<'member' | 'admin', Account>> {
    return { member: await makeMember(site, { status }), admin: await makeAdmin(site, { status }) };
  }
  async function ended(kind: SessionKind, change: ReturnType<typeof sql>): Promise<Credentials> {
    const it = await fresh(kind);
    await sql`UPDATE sessions SET ${change} WHERE id = (SELECT id FROM sessions ORDER BY created_at DESC LIMIT 1)`.execute(
      db,
    );
    return it;
  }

  const world: World = {
    site,
    companyId,
    member,
    admin,
    owner,
    neighbour,
    foreignCompanyId,
    foreignMember,
    foreignAdmin,
    credentials: async (role, kind) => {
      switch (role) {
        case 'anonymous':
          return { token: '', cookie: '' };
        case 'forger': {
          const { cookie } = await fresh(kind);
          const made = 'A'.repeat(43);
          return { token: made, cookie: `${cookie.split('=', 1)[0]}=${made}` };
        }
        case 'member':
        case 'admin':
        case 'super':
          return fresh(role);
        case 'of another company':
          return kind === 'super' ? null : fresh(kind, kind === 'member' ? foreignMember : foreignAdmin);
        case 'blocked':
        case 'inactive':
          return kind === 'super' ? null : fresh(kind, barred[role][kind]);
        case 'expired':
          return ended(kind, sql`expires_at = now() - interval '1 second'`);
        case 'idle':
          return ended(kind, sql`seen_at = now() - make_interval(secs => idle_seconds + 1)`);
      }
    },
    callAbroad: (method, path, token, body) =>
      site.call(method, path, {
        token,
        ip: freshIp(),
        headers: { 'X-Forwarded-Host': `${HOST}:${site.port}` },
        ...(body !== undefined && { body }),
      }),
    person: async () => (await makeMember(site)).id,
    pending: async () => (await submitted(site, member, manual())).id,
    approved: async () => {
      const id = await world.pending();
      await post(site, APPROVE, admin, { id });
      return id;
    },
    file: () => upload(site, member),
    beneficiary: async () => {
      const { id } = await db
        .insertInto('beneficiaries')
        .values({
          company_id: companyId,
          holder_name: 'Cow Launch Private Limited',
          bank_name: 'State Bank of India',
          branch: 'Fort, Mumbai',
          account_number: String(10_000_000_000 + Math.floor(performance.now() * 1000)),
          ifsc_code: 'SBIN0000300',
          upi: 'cowl@sbi',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    mail: async () => {
      const { id, email } = await makeMember(site);
      const { id: mailId } = await db
        .insertInto('mails')
        .values({
          company_id: companyId,
          to_address: email,
          subject: 'Welcome',
          kind: 'welcome',
          message_id: `<${id}@example.com>`,
          state: 'SENT',
          created_at: new Date(Date.now() - 3_600_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, mailId };
    },
    proposal: async (kind) => {
      const { rows } = await sql<{ id: string }>`
        INSERT INTO proposals (company_id, kind, change, proposed_by, expires_at)
        VALUES (${companyId}, ${kind}, '{"changed":{}}', ${admin.id}, now() + interval '1 day') RETURNING id`.execute(
        db,
      );
      return rows[0]?.id ?? '';
    },
    fingerprint: async () => {
      const parts: string[] = [];
      for (const table of TABLES) {
        const column = table === 'audit_entries' ? 'scope_id' : 'company_id';
        const { rows } = await sql<{ digest: string }>`
          SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS digest
          FROM ${sql.table(table)} t WHERE ${sql.ref(column)} = ${companyId}`.execute(db);
        parts.push(`${table} ${rows[0]?.digest}`);
      }
      return parts.join('\n');
    },
  };
  return world;
}
