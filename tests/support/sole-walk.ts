/**
 * Random walks of one dishonest admin and an accomplice who is a member, under the bound of two admins. Each step is one call, or
 * the next day. The sums are counted from the answers and from the files of payouts, not from the program's own events.
 */
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember } from './accounts.ts';
import { assign, plantRow } from './bank-rows.ts';
import { APPROVE, freshReference, manual, PURCHASE, post, REVERSE } from './purchases.ts';
import { addRefund, approveRefund, enterAccount, REFUNDS, refundRow, todayInIndia } from './refunds.ts';
import { heldReward, release } from './rewards.ts';
import type { Site } from './site.ts';
import { makeAccount } from './statements.ts';

export const BOUND_PAISE = 300_000n;
const REWARD_PAISE = 5_000n;
const REASON = { reason: 'The bank could not pay into this account.' };
const SIZES = [500, 1_000, 2_000, 2_400] as const;
const ROWS = [35_400n, 118_000n, 250_000n, 5_000_000n] as const;

const index = fc.nat({ max: 5 });
const step = <T extends string>(weight: number, verb: T) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(verb), at: index, also: index }),
});
const steps = fc.oneof(
  step(8, 'order'),
  step(3, 'credit'),
  step(11, 'approve'),
  step(6, 'assign'),
  step(7, 'reverse'),
  step(8, 'refund'),
  step(11, 'approve refund'),
  step(8, 'export'),
  step(5, 'export again'),
  step(6, 'reopen'),
  step(1, 'pay'),
  step(1, 'cancel'),
  step(2, 'ask'),
  step(2, 'account'),
  step(3, 'release'),
  step(5, 'next day'),
);
export type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;
export const soleWalks = (length: number) => fc.array(steps, { minLength: Math.ceil(length / 2), maxLength: length });

type Stage = 'pending' | 'approved' | 'reversed';
interface Purchase {
  readonly id: string;
  stage: Stage;
  readonly paise: bigint;
  /** Credits that an assignment gave to it. */
  readonly rows: Credit[];
}
interface Credit {
  readonly id: string;
  readonly reference: string;
  readonly paise: bigint;
  /** Whether it counted with an earlier purchase. */
  isCounted: boolean;
}
interface Paid {
  readonly id: string;
  stage: 'ready' | 'approved' | 'exported' | 'cancelled';
  readonly paise: bigint;
  approvedOn: number | null;
}

export class SoleWorld {
  readonly #site: Site;
  readonly #admin: Account;
  readonly #accomplice: Account;
  readonly #accountId: string;
  readonly #rewards: string[];
  readonly #purchases: Purchase[] = [];
  readonly #credits: Credit[] = [];
  readonly #refunds: Paid[] = [];
  #day = 0;
  /** Worth of what the admin did alone on this day. */
  #alone = 0n;
  /** Money that left by files, for each refund. */
  readonly #left = new Map<string, bigint>();

  private constructor(site: Site, people: readonly [Account, Account], accountId: string, rewards: string[]) {
    [this.#admin, this.#accomplice] = people;
    [this.#site, this.#accountId, this.#rewards] = [site, accountId, rewards];
  }

  static async make(site: Site, honest: Account): Promise<SoleWorld> {
    await setBound(site, null);
    const rewards = [(await heldReward(site, honest)).id, (await heldReward(site, honest)).id];
    const people = [await makeAdmin(site), await makeMember(site)] as const;
    const accountId = await makeAccount(site, people[1].companyId);
    await setBound(site, BOUND_PAISE);
    return new SoleWorld(site, people, accountId, rewards);
  }

  async take(one: Step): Promise<void> {
    const verbs: Readonly<Record<string, (it: Step) => Promise<void>>> = {
      order: (it) => this.#order(it),
      credit: (it) => this.#credit(it),
      approve: (it) => this.#approve(it),
      assign: (it) => this.#assign(it),
      reverse: (it) => this.#reverse(it),
      refund: (it) => this.#refund(it),
      'approve refund': (it) => this.#approveRefund(it),
      release: (it) => this.#release(it),
      'next day': () => this.#nextDay(),
    };
    await (verbs[one.do] ?? ((it: Step) => this.#payout(it)))(one);
  }

  async check(): Promise<void> {
    expect(this.#alone).toBeLessThanOrEqual(BOUND_PAISE);
    for (const { id, paise } of this.#refunds) expect(this.#left.get(id) ?? 0n).toBeLessThanOrEqual(paise);
    const { rows } = await sql`SELECT r.id FROM bank_matches m JOIN purchases p ON p.id = m.purchase_id
      JOIN bank_rows r ON r.id = m.row_id
      WHERE m.released_at IS NULL AND p.status = 'APPROVED' AND r.amount_paise > ${BOUND_PAISE}
        AND r.beneficiary_id = ${this.#accountId}`.execute(this.#site.database.platform);
    expect(rows).toEqual([]);
  }

  /** Mostly one that the step can do something about; sometimes any. */
  #purchase(at: number, stage: Stage): Purchase | undefined {
    const fitting = this.#purchases.filter((it) => it.stage === stage);
    return at === 5 || fitting.length === 0 ? pick(this.#purchases, at) : pick(fitting, at);
  }

  async #order({ at, also }: Step): Promise<void> {
    const rupees = SIZES[at % SIZES.length] ?? SIZES[0];
    // The accomplice knows from the admin which credits nobody has claimed.
    const reference = also < 4 ? pick(this.#credits, also)?.reference : undefined;
    const paise = BigInt(rupees) * 118n;
    const body = { purchaseAmount: `${rupees}`, amount: (rupees * 1.18).toFixed(2) };
    const answer = await post(this.#site, PURCHASE, this.#accomplice, {
      ...manual(body),
      referenceNumber: reference ?? freshReference(),
    });
    if (answer.status < 300) this.#purchases.push({ id: answer.body.data.id, stage: 'pending', paise, rows: [] });
  }

  async #credit({ at }: Step): Promise<void> {
    const [reference, amountPaise] = [freshReference(), ROWS[at % ROWS.length] ?? ROWS[0]];
    const narration = `INB IMPS/${reference}/XX4417/COWL--`;
    const row = { reference, amountPaise, narration };
    const id = await plantRow(this.#site, this.#accomplice.companyId, this.#accountId, row);
    this.#credits.push({ id, reference, paise: amountPaise, isCounted: false });
  }

  async #approve({ at }: Step): Promise<void> {
    const purchase = this.#purchase(at, 'pending');
    if (!purchase) return;
    const { body } = await post(this.#site, APPROVE, this.#admin, { id: purchase.id });
    if (body.data?.status === 'APPROVED') this.#count(purchase);
  }

  async #assign({ at, also }: Step): Promise<void> {
    const [purchase, credit] = [this.#purchase(at, at === 0 ? 'approved' : 'pending'), pick(this.#credits, also)];
    if (!purchase || !credit) return;
    const pair = { rowId: credit.id, purchaseId: purchase.id };
    const { body } = await assign(this.#site, this.#admin, pair);
    const outcome = body.data?.outcome;
    if (outcome === undefined) return;
    const isNew = !purchase.rows.includes(credit);
    if (isNew) purchase.rows.push(credit);
    if (outcome === 'APPROVED') this.#count(purchase);
    // The rest of a linked credit can be paid out.
    if (outcome === 'LINKED' && isNew && !credit.isCounted && (await this.#restOf(credit)) > 0n) {
      credit.isCounted = true;
      this.#alone += credit.paise;
    }
    if (outcome === 'WAITING' && purchase.stage === 'approved') purchase.rows.pop();
  }

  async #restOf({ id }: Credit): Promise<bigint> {
    const row = await this.#site.database.platform
      .selectFrom('bank_rows')
      .select(['amount_paise', 'allocated_paise', 'refunded_paise'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row.amount_paise - row.allocated_paise - row.refunded_paise;
  }

  /** The purchase, or its credits if they are more. */
  #count(purchase: Purchase): void {
    if (purchase.stage !== 'pending') return;
    purchase.stage = 'approved';
    const fresh = purchase.rows.filter((it) => !it.isCounted);
    for (const row of fresh) row.isCounted = true;
    const credits = fresh.reduce((sum, row) => sum + row.paise, 0n);
    this.#alone += credits > purchase.paise ? credits : purchase.paise;
  }

  async #reverse({ at }: Step): Promise<void> {
    const purchase = this.#purchase(at, 'approved');
    if (!purchase) return;
    const { body } = await post(this.#site, REVERSE, this.#admin, {
      id: purchase.id,
      reason: 'The order was approved twice or by mistake.',
    });
    if (body.data?.status !== 'REVERSED') return;
    purchase.stage = 'reversed';
    // A credit counts again, unless another approved purchase has a part of it.
    for (const row of purchase.rows.splice(0))
      row.isCounted = this.#purchases.some((it) => it.stage === 'approved' && it.rows.includes(row));
  }

  async #refund({ at }: Step): Promise<void> {
    const purchase = this.#purchase(at, 'reversed');
    if (!purchase) return;
    const { status, body } = await addRefund(this.#site, this.#admin, purchase.id);
    if (status !== 201) return;
    const { id } = body.data;
    const { amount_paise: paise } = await refundRow(this.#site, id);
    this.#refunds.push({ id, stage: 'ready', paise, approvedOn: null });
    await enterAccount(this.#site, this.#accomplice, id);
  }

  async #approveRefund({ at }: Step): Promise<void> {
    const refund = this.#fitting(at, 'ready');
    if (!refund) return;
    const { payee_version: version } = await refundRow(this.#site, refund.id);
    const { body } = await approveRefund(this.#site, this.#admin, refund.id, version);
    if (body.data?.state !== 'APPROVED') return;
    refund.stage = 'approved';
    refund.approvedOn = this.#day;
    this.#alone += refund.paise;
  }

  async #release({ at }: Step): Promise<void> {
    const id = pick(this.#rewards, at);
    if (id === undefined) return;
    const { body } = await release(this.#site, this.#admin, id);
    if (body.data?.state === 'CREDITED') this.#alone += REWARD_PAISE;
  }

  #fitting(at: number, stage: Paid['stage']): Paid | undefined {
    const fitting = this.#refunds.filter((it) => it.stage === stage);
    return at === 5 || fitting.length === 0 ? pick(this.#refunds, at) : pick(fitting, at);
  }

  /** Everything else that an admin or the accomplice does about a refund. */
  async #payout({ do: verb, at }: Step): Promise<void> {
    const isExport = verb === 'export' || verb === 'export again';
    const isAfter = verb === 'export again' || verb === 'reopen';
    const refund = this.#fitting(at, isAfter ? 'exported' : 'approved');
    if (!refund) return;
    const { id } = refund;
    if (verb === 'account') return void (await enterAccount(this.#site, this.#accomplice, id));
    const act = (path: string, body: object) => post(this.#site, `${REFUNDS}/${path}`, this.#admin, body);
    if (isExport) return this.#export(refund, verb === 'export again');
    const details = verb === 'pay' ? { paidOn: todayInIndia(), bankReference: 'N123456' } : REASON;
    const { body } = await act(verb, { id, ...details });
    const state: string | undefined = body.data?.state;
    if (state === 'PAID') {
      // A request to reopen it says that it is still paid.
      if (verb === 'pay' && refund.approvedOn !== this.#day) this.#alone += refund.paise;
      refund.stage = 'exported';
    }
    if (state === 'CANCELLED') refund.stage = 'cancelled';
    if (state !== 'WAITING_FOR_ACCOUNT') return;
    refund.stage = 'ready';
    await enterAccount(this.#site, this.#accomplice, id);
  }

  async #export(refund: Paid, isAgain: boolean): Promise<void> {
    const { id, paise } = refund;
    const input = { ids: [id], ...(isAgain && REASON) };
    const { status, body } = await post(this.#site, `${REFUNDS}/export`, this.#admin, input);
    if (status !== 200 || body.data.content === '') return;
    const before = this.#left.get(id) ?? 0n;
    this.#left.set(id, before + paise);
    if (refund.stage === 'exported' || refund.approvedOn !== this.#day) this.#alone += paise;
    refund.stage = 'exported';
  }

  /** Everything that the admin did was a day earlier. */
  async #nextDay(): Promise<void> {
    await letDayPass(this.#site);
    this.#day++;
    this.#alone = 0n;
  }
}

const pick = <T>(list: readonly T[], n: number): T | undefined =>
  list[list.length - 1 - (n % Math.max(1, list.length))];

export async function setBound(site: Site, paise: bigint | null): Promise<void> {
  await site.database.platform
    .updateTable('companies')
    .set({ second_approver_above_paise: paise })
    .where('id', '=', await companyIdOf(site))
    .execute();
}

/** Moves what counts for a day, and the payouts, one day back. */
export async function letDayPass(site: Site): Promise<void> {
  const { platform } = site.database;
  await sql`ALTER TABLE sole_acts DISABLE TRIGGER sole_acts_append_only`.execute(platform);
  await sql`UPDATE sole_acts SET at = at - interval '1 day'`.execute(platform);
  await sql`ALTER TABLE sole_acts ENABLE TRIGGER sole_acts_append_only`.execute(platform);
  await sql`UPDATE refunds SET approved_at = approved_at - interval '1 day', exported_at = exported_at - interval '1 day'`.execute(
    platform,
  );
}

/** Walks, and asserts after every step that the bound of the day holds. */
export async function soleWalk(site: Site, honest: Account, taken: readonly Step[]): Promise<void> {
  const world = await SoleWorld.make(site, honest);
  const day = todayInIndia();
  for (const one of taken) {
    await world.take(one);
    // At midnight in India the sums begin again without a step.
    if (todayInIndia() !== day) return;
    await world.check();
  }
}
