/** Two companies on one program, everybody who might knock, and rows that belong to the first. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { SessionKind } from '../../../src/lib/db/schema/schema.ts';
import { type Account, companyIdOf, makeAdmin, makeCompany, makeMember, makeSuper, signIn } from '../accounts.ts';
import { assign, plantPair } from '../bank-rows.ts';
import { type IntegrationRows, integrationRows } from '../integrations.ts';
import { makeFailedPack } from '../launch.ts';
import { APPROVE, freshReference, manual, post, submitted, upload } from '../purchases.ts';
import { approvedRefund, madeRefund, readyRefund, reversed } from '../refunds.ts';
import { heldReward } from '../rewards.ts';
import { type Answer, freshIp, type Site } from '../site.ts';
import { importDraft, makeAccount, readStatement, statementCsv, upiCredit } from '../statements.ts';
import { fingerprintOf } from './fingerprint.ts';

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

export interface World extends IntegrationRows {
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
  /** A session for a call of this kind, fresh for a role that some call serves; null where there can be none. */
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
  /** A launch pack with one file, `manifest.json`. */
  pack(): Promise<string>;
  proposal(kind: 'settings.update' | 'beneficiary.update' | 'admin.add' | 'launch.step'): Promise<string>;
  /** A bank statement that was read, and one that was imported. */
  draft(): Promise<string>;
  statement(): Promise<string>;
  /** A pending purchase and a bank row that matches it exactly. */
  pair(): Promise<{ rowId: string; purchaseId: string }>;
  /** A bank row that an admin marked as not ours. */
  markedRow(): Promise<string>;
  /** A saved rule that marks bank rows. */
  bankRule(): Promise<string>;
  /** The proposal of an announcement that waits for a second admin. */
  proposedAnnouncement(): Promise<string>;
  /** A message to the buyer of a pending purchase that waits for a second admin. */
  proposedMessage(): Promise<string>;
  /** An announcement that was sent. */
  announcement(): Promise<string>;
  /** A reversed purchase of the member; its refund that waits for the account; and one that waits for approval. */
  reversed(): Promise<string>;
  refund(): Promise<string>;
  readyRefund(): Promise<string>;
  /** One that is approved, and exported if so. */
  approvedRefund(isExported?: boolean): Promise<string>;
  /** A reward of the member that is on hold. */
  heldReward(): Promise<string>;
  /** An unread notification of the member, or of the admin. */
  notification(area: 'member' | 'admin'): Promise<string>;
  /** A view that the admin has kept. */
  savedView(): Promise<string>;
  /** A passkey of the member or the admin, another session of theirs, and another admin with a second factor. */
  passkey(of: 'member' | 'admin'): Promise<string>;
  otherSession(of: 'member' | 'admin'): Promise<string>;
  adminWithFactor(): Promise<string>;
  /** A digest over every row of the first company that a call could change. */
  fingerprint(): Promise<string>;
}

const HOST = 'other.localhost';
/** The form of a token, with no session behind it. */
const FORGED = 'A'.repeat(43);
export async function makeWorld(site: Site): Promise<World> {
  const companyId = await companyIdOf(site);
  const foreignCompanyId = await makeCompany(site);
  await addHost(site, foreignCompanyId);
  const abroad = { companyId: foreignCompanyId };
  const [member, neighbour, foreignMember] = [
    await makeMember(site, { isApproved: true }),
    await makeMember(site, { isApproved: true }),
    await makeMember(site, abroad),
  ];
  const [admin, foreignAdmin, owner] = [await makeAdmin(site), await makeAdmin(site, abroad), await makeSuper(site)];
  // Apart from those whose rows are looked at: some calls end every other session of the account.
  const own = { member: await makeMember(site), admin: await makeAdmin(site), super: await makeSuper(site) } as const;

  const fresh = (kind: SessionKind, of: Account = own[kind]): Promise<Credentials> =>
    signIn(site, { kind, companyId: kind === 'super' ? null : of.companyId, accountId: of.id });
  const barred = {
    blocked: await makeBarred(site, 'BLOCKED'),
    inactive: await makeBarred(site, 'INACTIVE'),
  };
  const ended = async (kind: SessionKind, change: ReturnType<typeof sql>): Promise<Credentials> => {
    const credentials = await fresh(kind);
    await endNewest(site, change);
    return credentials;
  };

  const foreign = { member: foreignMember, admin: foreignAdmin };
  // No call serves these, so none can end them.
  const refused = new Map<string, Credentials | null>();

  return {
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
      if (role === 'member' || role === 'admin' || role === 'super') return fresh(role);
      const key = `${role} ${kind}`;
      const known = refused.get(key) ?? (await refusedCredentials({ fresh, ended, barred, foreign }, role, kind));
      refused.set(key, known);
      return known;
    },
    callAbroad: (method, path, token, body) =>
      site.call(method, path, {
        token,
        ip: freshIp(),
        headers: { 'X-Forwarded-Host': `${HOST}:${site.port}` },
        ...(body !== undefined && { body }),
      }),
    ...rowsOf(site, member, admin),
  };
}

interface Maker {
  fresh(kind: SessionKind, of?: Account): Promise<Credentials>;
  ended(kind: SessionKind, change: ReturnType<typeof sql>): Promise<Credentials>;
  readonly barred: Readonly<Record<'blocked' | 'inactive', Record<'member' | 'admin', Account>>>;
  readonly foreign: Readonly<Record<'member' | 'admin', Account>>;
}

/** Credentials of a role that no call serves; null where there can be none. */
async function refusedCredentials(
  { fresh, ended, barred, foreign }: Maker,
  role: Exclude<Role, 'member' | 'admin' | 'super'>,
  kind: SessionKind,
): Promise<Credentials | null> {
  switch (role) {
    case 'anonymous':
      return { token: '', cookie: '' };
    case 'forger': {
      const { cookie } = await fresh(kind);
      return { token: FORGED, cookie: `${cookie.split('=', 1)[0]}=${FORGED}` };
    }
    case 'of another company':
      return kind === 'super' ? null : fresh(kind, foreign[kind]);
    case 'blocked':
    case 'inactive':
      return kind === 'super' ? null : fresh(kind, barred[role][kind]);
    case 'expired':
      return ended(kind, sql`expires_at = now() - interval '1 second'`);
    case 'idle':
      return ended(kind, sql`seen_at = now() - make_interval(secs => idle_seconds + 1)`);
  }
}

async function addHost(site: Site, companyId: string): Promise<void> {
  await site.database.platform.insertInto('company_hosts').values({ host: HOST, company_id: companyId }).execute();
}

/** Accounts whose status bars them from signing in. */
async function makeBarred(site: Site, status: 'BLOCKED' | 'INACTIVE'): Promise<Record<'member' | 'admin', Account>> {
  return { member: await makeMember(site, { status }), admin: await makeAdmin(site, { status }) };
}

/** Changes the session that was made last, so that it has ended. */
async function endNewest(site: Site, change: ReturnType<typeof sql>): Promise<void> {
  await sql`UPDATE sessions SET ${change} WHERE id = (SELECT id FROM sessions ORDER BY created_at DESC LIMIT 1)`.execute(
    site.database.platform,
  );
}

type Rows = Pick<
  World,
  | 'person'
  | 'pending'
  | 'approved'
  | 'file'
  | 'beneficiary'
  | 'mail'
  | 'pack'
  | 'proposal'
  | 'draft'
  | 'statement'
  | 'pair'
  | 'markedRow'
  | 'bankRule'
  | 'savedView'
  | 'passkey'
  | 'otherSession'
  | 'adminWithFactor'
  | keyof IntegrationRows
  | 'reversed'
  | 'refund'
  | 'heldReward'
  | 'readyRefund'
  | 'approvedRefund'
  | 'notification'
  | 'announcement'
  | 'proposedAnnouncement'
  | 'proposedMessage'
  | 'fingerprint'
>;

async function makePasskey(site: Site, { companyId, id }: Account): Promise<string> {
  const row = await site.database.platform
    .insertInto('passkeys')
    .values({
      scope_id: companyId,
      company_id: companyId,
      user_id: id,
      rp_id: 'localhost',
      credential_id: randomBytes(16),
      public_key: Buffer.of(0),
      counter: 0n,
      name: 'Laptop',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

const accessOf = (
  site: Site,
  owners: Readonly<Record<'member' | 'admin', Account>>,
): Pick<Rows, 'passkey' | 'otherSession' | 'adminWithFactor'> => ({
  passkey: (of) => makePasskey(site, owners[of]),
  otherSession: async (of) => {
    const { id: accountId, companyId } = owners[of];
    await signIn(site, { kind: of, companyId, accountId });
    const { id } = await site.database.platform
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', accountId)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    return id;
  },
  adminWithFactor: async () => {
    const other = await makeAdmin(site);
    await makePasskey(site, other);
    return other.id;
  },
});

const announcementsOf = (site: Site, admin: Account): Pick<Rows, 'announcement' | 'proposedAnnouncement'> => ({
  announcement: () => makeAnnouncement(site, admin),
  proposedAnnouncement: () => proposeAnnouncement(site, admin),
});

const refundsOf = (
  site: Site,
  member: Account,
  admin: Account,
): Pick<Rows, 'reversed' | 'refund' | 'readyRefund' | 'approvedRefund'> => ({
  reversed: () => reversed(site, member, admin),
  refund: () => madeRefund(site, member, admin),
  readyRefund: () => readyRefund(site, member, admin),
  approvedRefund: (isExported = false) => approvedRefund(site, member, admin, isExported),
});

async function proposeMessage(site: Site, member: Account, admin: Account): Promise<string> {
  const { id: purchaseId } = await submitted(site, member, manual());
  const change = { purchaseId, orderNumber: 'PUR-100000', text: 'Which bank?', isQuestion: false };
  const { rows } = await sql<{ id: string }>`
    INSERT INTO approvals (company_id, kind, change, proposed_by, expires_at)
    VALUES (${admin.companyId}, 'message.send', ${JSON.stringify(change)}, ${admin.id}, now() + interval '1 day') RETURNING id`.execute(
    site.database.platform,
  );
  return rows[0]?.id ?? '';
}

async function proposeAnnouncement(site: Site, admin: Account): Promise<string> {
  const subject = await makeAnnouncement(site, admin, 'WAITING');
  const { rows } = await sql<{ id: string }>`
    INSERT INTO approvals (company_id, kind, subject_id, change, proposed_by, expires_at)
    VALUES (${admin.companyId}, 'announcement.send', ${subject}, '{}', ${admin.id}, now() + interval '1 day') RETURNING id`.execute(
    site.database.platform,
  );
  return rows[0]?.id ?? '';
}

async function makeAnnouncement(site: Site, admin: Account, state: 'SENT' | 'WAITING' = 'SENT'): Promise<string> {
  const { id } = await site.database.platform
    .insertInto('announcements')
    .values({ company_id: admin.companyId, title: 'News', body: 'Soon', state, created_by: admin.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function makeNotification(site: Site, owner: Account, area: 'member' | 'admin'): Promise<string> {
  const { id } = await site.database.platform
    .insertInto('notifications')
    .values({ company_id: owner.companyId, user_id: owner.id, area, kind: 'account-verified' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function makeDraft(site: Site, admin: Account): Promise<string> {
  const beneficiaryId = await makeAccount(site, admin.companyId);
  const csv = statementCsv([upiCredit(freshReference(), '10.00')]);
  return (await readStatement(site, admin, csv, { beneficiaryId })).body.data.draftId;
}

async function makeBankRule(site: Site, { companyId, id: adminId }: Account): Promise<string> {
  const { id } = await site.database.platform
    .insertInto('bank_rules')
    .values({
      company_id: companyId,
      narration_text: `INTEREST ${freshReference()}`,
      reason: 'Interest',
      created_by: adminId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function makeSavedView(site: Site, { companyId, id: adminId }: Account): Promise<string> {
  const { id } = await site.database.platform
    .insertInto('saved_views')
    .values({ company_id: companyId, user_id: adminId, list: 'users', name: freshReference(), query: 'sort=oldest' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function makeSentMail(site: Site, companyId: string): Promise<{ id: string; mailId: string }> {
  const { id, email } = await makeMember(site);
  const { id: mailId } = await site.database.platform
    .insertInto('mails')
    .values({
      scope_id: companyId,
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
}

/** Makes fresh rows of the company of a member and an admin. */
function rowsOf(site: Site, member: Account, admin: Account): Rows {
  const db = site.database.platform;
  const { companyId } = admin;
  return {
    person: async () => (await makeMember(site)).id,
    pending: async () => (await submitted(site, member, manual())).id,
    approved: async () => {
      const { id } = await submitted(site, member, manual());
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
    mail: () => makeSentMail(site, companyId),
    proposal: async (kind) => {
      const { rows } = await sql<{ id: string }>`
        INSERT INTO approvals (company_id, kind, change, proposed_by, expires_at)
        VALUES (${companyId}, ${kind}, ${kind === 'launch.step' ? '{"step":"collect","reason":""}' : '{"changed":{},"before":null,"after":null}'}, ${admin.id}, now() + interval '1 day') RETURNING id`.execute(
        db,
      );
      return rows[0]?.id ?? '';
    },
    draft: () => makeDraft(site, admin),
    statement: async () => (await importDraft(site, admin, await makeDraft(site, admin))).body.data.statementId,
    pair: async () => {
      const { rowId, purchaseId } = await plantPair(site, member, await makeAccount(site, companyId));
      return { rowId, purchaseId };
    },
    markedRow: async () => {
      const { rowId } = await plantPair(site, member, await makeAccount(site, companyId));
      await assign(site, admin, { rowId, notOurs: true });
      return rowId;
    },
    bankRule: () => makeBankRule(site, admin),
    savedView: () => makeSavedView(site, admin),
    ...accessOf(site, { member, admin }),
    ...integrationRows(site, admin),
    pack: () => makeFailedPack(site, companyId, admin),
    ...announcementsOf(site, admin),
    proposedMessage: () => proposeMessage(site, member, admin),
    ...refundsOf(site, member, admin),
    heldReward: async () => (await heldReward(site, admin, member)).id,
    notification: (area) => makeNotification(site, area === 'member' ? member : admin, area),
    fingerprint: () => fingerprintOf(site, companyId),
  };
}
