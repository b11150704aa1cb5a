/** What no attacker may change, read from the database and not from the program. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import { makeMember } from '../accounts.ts';
import { expectSums, manual, PURCHASE, post, upload } from '../purchases.ts';
import { BOUND_PAISE, isAdmin, type World } from './world.ts';

/** Rows of honest people and terms of the company that need two people, or the person. */
async function guarded({ site, companyId, honestIds, attacker }: World) {
  const db = site.database.platform;
  const many = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows;
  const isWithinBound = isAdmin({ attacker }) || attacker === 'a program with a key';
  return {
    people: await many(sql`SELECT id, email, password_hash, role, status, wallet_address, deleted_at FROM users
      WHERE id = ANY(${honestIds}::uuid[]) ORDER BY id`),
    factors: await many(
      sql`SELECT user_id, id FROM totp_factors WHERE confirmed_at IS NOT NULL AND user_id = ANY(${honestIds}::uuid[])`,
    ),
    admins: await many(sql`SELECT id FROM users WHERE company_id = ${companyId} AND role = 'ADMIN' ORDER BY id`),
    payees: await many(sql`SELECT id, holder_name, bank_name, account_number, ifsc_code, upi, is_primary, is_active
      FROM beneficiaries WHERE company_id = ${companyId} ORDER BY id`),
    terms:
      await many(sql`SELECT price_micros, fee_bps, reward_bps, max_order_paise, verified_members_only, two_admins_for_accounts,
      second_approver_above_paise, private_supply, launch_state IN ('FROZEN', 'PACKED') AS is_frozen
      FROM companies WHERE id = ${companyId}`),
    decided: isWithinBound
      ? []
      : await many(sql`SELECT id, status FROM purchases WHERE company_id = ${companyId} AND (status IN ('APPROVED', 'REVERSED')
          OR (status = 'REJECTED' AND user_id = ANY(${honestIds}::uuid[]))) ORDER BY id`),
  };
}

/** The accounts that honest members entered for their refunds; one that is asked for again is empty. */
async function accountsOf({ site, companyId, honestIds }: World): Promise<Map<string, string>> {
  const { rows } = await sql<{
    id: string;
    account: string;
  }>`SELECT id, encode(payee_sealed, 'hex') AS account FROM refunds
    WHERE company_id = ${companyId} AND user_id = ANY(${honestIds}::uuid[]) AND payee_sealed IS NOT NULL`.execute(
    site.database.platform,
  );
  return new Map(rows.map((row) => [row.id, row.account]));
}

/** What an admin has done alone, counted by what changed between two steps. */
interface Done {
  readonly approved: ReadonlyMap<string, bigint>;
  readonly refunds: ReadonlyMap<
    string,
    { readonly state: string; readonly exports: number; readonly paise: bigint; readonly attempt: number }
  >;
  readonly reversed: number;
  readonly deleted: number;
  readonly statements: number;
}

async function done({ site, companyId }: World): Promise<Done> {
  const db = site.database.platform;
  const purchases = await db
    .selectFrom('purchases')
    .select(['id', 'status', 'final_amount_paise'])
    .where('company_id', '=', companyId)
    .where('status', 'in', ['APPROVED', 'REVERSED'])
    .execute();
  const refunds = await db
    .selectFrom('refunds')
    .select(['id', 'state', 'exports', 'amount_paise', 'attempt'])
    .where('company_id', '=', companyId)
    .execute();
  const { rows: counts } = await sql<{ deleted: number; statements: number }>`SELECT
      (SELECT count(*)::int FROM users WHERE company_id = ${companyId} AND (deleted_at IS NOT NULL OR status = 'BLOCKED')) AS deleted,
      (SELECT count(*)::int FROM bank_statements WHERE company_id = ${companyId}) AS statements`.execute(db);
  return {
    approved: new Map(
      purchases.filter(({ status }) => status === 'APPROVED').map((it) => [it.id, it.final_amount_paise]),
    ),
    refunds: new Map(
      refunds.map(({ id, state, exports, amount_paise: paise, attempt }) => [id, { state, exports, paise, attempt }]),
    ),
    reversed: purchases.filter(({ status }) => status === 'REVERSED').length,
    ...(counts[0] ?? { deleted: 0, statements: 0 }),
  };
}

const LEAVES = new Set(['APPROVED', 'EXPORTED', 'PAID']);

/** Worth of what changed: orders approved, refunds approved, and payouts exported again. */
function worthOf(before: Done, after: Done, approvedToday: Set<string>): bigint {
  let worth = 0n;
  for (const [id, paise] of after.approved) if (!before.approved.has(id)) worth += paise;
  for (const [id, now] of after.refunds) {
    const then = before.refunds.get(id);
    if (LEAVES.has(now.state) && !(then && LEAVES.has(then.state))) {
      worth += now.paise;
      approvedToday.add(id);
    }
    const files = now.exports - (then?.attempt === now.attempt ? then.exports : 0);
    const isFirst = now.exports === files && approvedToday.has(id);
    if (files > 0 && !isFirst) worth += now.paise;
  }
  return worth;
}

const shown = (value: unknown): string =>
  JSON.stringify(value, (_, it: unknown) => (typeof it === 'bigint' ? String(it) : it)).slice(0, 2_000);

export class Guards {
  readonly #world: World;
  readonly #before: Awaited<ReturnType<typeof guarded>>;
  readonly #accounts: ReadonlyMap<string, string>;
  #done: Done;
  readonly #first: Done;
  #alone = 0n;
  readonly #approvedToday = new Set<string>();

  private constructor(
    world: World,
    before: Awaited<ReturnType<typeof guarded>>,
    accounts: Map<string, string>,
    first: Done,
  ) {
    [this.#world, this.#before, this.#accounts, this.#done, this.#first] = [world, before, accounts, first, first];
  }

  static async over(world: World): Promise<Guards> {
    return new Guards(world, await guarded(world), await accountsOf(world), await done(world));
  }

  nextDay(): void {
    this.#alone = 0n;
    this.#approvedToday.clear();
  }

  /** @throws AssertionError if the last step changed what it may not */
  async check(): Promise<void> {
    const { site, companyId, attacker } = this.#world;
    const now = await guarded(this.#world);
    for (const [id, account] of await accountsOf(this.#world))
      expect(account, 'the account of a refund').toBe(this.#accounts.get(id));
    for (const [what, rows] of Object.entries(this.#before))
      expect(shown(now[what as keyof typeof now]), what).toBe(shown(rows));
    await expectSums(site, companyId);
    const after = await done(this.#world);
    this.#alone += worthOf(this.#done, after, this.#approvedToday);
    expect(this.#alone, 'paise that one admin moved alone in a day').toBeLessThanOrEqual(BOUND_PAISE);
    this.#done = after;
    if (attacker === 'a stolen session of an hour')
      expect([after.reversed, after.deleted, after.statements]).toEqual([
        this.#first.reversed,
        this.#first.deleted,
        this.#first.statements,
      ]);
  }
}

/** Somebody new with a proof buys, however much others hold. */
export async function expectNewcomer({ site, companyId }: World): Promise<void> {
  const buyer = await makeMember(site, { companyId });
  const receiptId = await upload(site, buyer);
  const { status, text } = await post(site, PURCHASE, buyer, {
    ...manual({ purchaseAmount: '5000', amount: '5900.00' }),
    receiptId,
  });
  expect(status, text).toBe(200);
}
