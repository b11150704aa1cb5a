/**
 * Random walks of two admins and two buyers over the payments of one bank account. After every step no payment has paid more than it
 * was worth: to orders that have it, to orders approved by its number alone, and to refunds.
 */
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, seasonAdmins } from './accounts.ts';
import { assign, plantRow, undo } from './bank-rows.ts';
import { APPROVE, freshReference, manual, PURCHASE, post, REJECT, REVERSE } from './purchases.ts';
import { addRefund, REFUNDS } from './refunds.ts';
import type { Answer, Site } from './site.ts';
import { setBound } from './sole-walk.ts';
import { importDraft, makeAccount, readStatement, statementCsv, upiCredit } from './statements.ts';

/** The price of an order of ₹1,000 with its tax, in paise. */
const DUE = 118_000n;
const SIZES = [DUE, DUE, 2n * DUE - 1n, 2n * DUE - 1n, 2n * DUE, DUE / 2n];

const WEIGHTS = {
  order: 5,
  'order of a payment': 8,
  payment: 3,
  'payment of an order': 8,
  statement: 1,
  approve: 20,
  assign: 20,
  'accept the shortfall': 3,
  undo: 3,
  reject: 2,
  reverse: 2,
  refund: 3,
  'cancel a refund': 1,
  'not ours': 1,
  'two admins': 1,
} as const;
type Verb = keyof typeof WEIGHTS;
const steps = fc.oneof(
  ...(Object.keys(WEIGHTS) as Verb[]).map((verb) => ({
    weight: WEIGHTS[verb],
    arbitrary: fc.record({
      do: fc.constant(verb),
      at: fc.nat({ max: 5 }),
      also: fc.nat({ max: 5 }),
      /** Whether the next step begins before this one has ended. */
      isTogether: fc.boolean(),
    }),
  })),
);
export type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;
export const spentWalks = (length: number) =>
  fc.array(steps, { minLength: Math.ceil(length / 2), maxLength: length, size: 'max' });

interface Named {
  readonly id: string;
  readonly reference: string;
}

export class SpentWorld {
  readonly #site: Site;
  readonly #admins: readonly [Account, Account];
  readonly #buyers: readonly [Account, Account];
  readonly #accountId: string;
  readonly #orders: Named[] = [];
  readonly #payments: Named[] = [];
  readonly #refunds: string[] = [];
  #isBound = false;
  /** Orders that are pending and payments with a rest, after the last step. */
  readonly #open = new Set<string>();

  private constructor(
    site: Site,
    admins: readonly [Account, Account],
    buyers: readonly [Account, Account],
    id: string,
  ) {
    [this.#site, this.#admins, this.#buyers, this.#accountId] = [site, admins, buyers, id];
  }

  static async make(site: Site): Promise<SpentWorld> {
    await setBound(site, null);
    const admins = [await makeAdmin(site), await makeAdmin(site)] as const;
    await seasonAdmins(site, [admins[0].id, admins[1].id]);
    const buyers = [await makeMember(site), await makeMember(site)] as const;
    return new SpentWorld(site, admins, buyers, await makeAccount(site, await companyIdOf(site)));
  }

  /** @returns the status of its answer, or undefined where it made no call */
  async take({ do: verb, at, also }: Step): Promise<number | undefined> {
    const admin = this.#admins[also % 2 === 0 ? 0 : 1];
    const isDecision = verb === 'approve' || verb === 'assign' || verb === 'accept the shortfall';
    // A decision is mostly about what is open: without that, two of them seldom meet.
    const fitting = (all: readonly Named[], nth: number): Named | undefined => {
      const open = isDecision && nth < 5 ? all.filter(({ id }) => this.#open.has(id)) : [];
      return pick(open.length > 0 ? open : all, nth);
    };
    const [order, payment] = [fitting(this.#orders, at), fitting(this.#payments, also)];
    const pair = { rowId: payment?.id, purchaseId: order?.id };
    const acts: Readonly<Record<Verb, () => Promise<Answer | undefined>>> = {
      order: () => this.#order(at, freshReference()),
      'order of a payment': () => this.#order(at, payment?.reference ?? freshReference()),
      payment: () => this.#payment(also, freshReference()),
      'payment of an order': () => this.#payment(also, order?.reference ?? freshReference()),
      statement: () => this.#statement(admin, order),
      approve: async () => order && post(this.#site, APPROVE, admin, { id: order.id }),
      assign: async () => order && payment && assign(this.#site, admin, pair),
      'accept the shortfall': async () =>
        order && payment && assign(this.#site, admin, { ...pair, acceptShortfall: true }),
      undo: async () => payment && undo(this.#site, admin, payment.id),
      reject: async () => order && post(this.#site, REJECT, admin, { id: order.id }),
      reverse: async () =>
        order &&
        post(this.#site, REVERSE, admin, { id: order.id, reason: 'The order was approved twice or by mistake.' }),
      refund: () => this.#refund(admin, order),
      'cancel a refund': async () => this.#cancel(admin, at),
      'not ours': async () => payment && assign(this.#site, admin, { rowId: payment.id, notOurs: true }),
      'two admins': () => this.#changeBound(),
    };
    return (await acts[verb]())?.status;
  }

  /** No payment number has paid for more than its credits are worth. */
  async check(): Promise<void> {
    const { rows } = await sql<{ number: string; worth: string; paid: string; uses: string[] }>`
      WITH credits AS (SELECT DISTINCT n.payment_number AS number, r.id, r.amount_paise FROM bank_row_references n
        JOIN bank_rows r ON r.id = n.row_id WHERE r.beneficiary_id = ${this.#accountId} AND r.side = 'CREDIT'
        AND n.payment_number IS NOT NULL),
      uses AS (
        SELECT c.number, p.order_number AS by, m.amount_paise AS paise FROM credits c
          JOIN bank_matches m ON m.row_id = c.id AND m.released_at IS NULL
          JOIN purchases p ON p.id = m.purchase_id AND (p.status = 'APPROVED' OR m.kind = 'PART')
        UNION ALL
        SELECT DISTINCT c.number, p.order_number, p.final_amount_paise FROM credits c
          JOIN purchases p ON p.reference_number = c.number AND p.status = 'APPROVED'
          WHERE NOT EXISTS (SELECT FROM bank_matches m WHERE m.purchase_id = p.id AND m.released_at IS NULL)
        UNION ALL
        SELECT c.number, f.id::text, x.amount_paise FROM credits c
          JOIN refund_parts x ON x.row_id = c.id JOIN refunds f ON f.id = x.refund_id AND f.state <> 'CANCELLED'
        UNION ALL
        SELECT DISTINCT c.number, f.id::text, f.amount_paise FROM credits c
          JOIN purchases p ON p.reference_number = c.number JOIN refunds f ON f.purchase_id = p.id AND f.state = 'APPROVED'
          WHERE NOT EXISTS (SELECT FROM refund_parts x WHERE x.refund_id = f.id)),
      worth AS (SELECT number, sum(amount_paise) AS paise FROM credits GROUP BY number)
      SELECT u.number, w.paise AS worth, sum(u.paise) AS paid, array_agg(u.by) AS uses FROM uses u JOIN worth w USING (number)
      GROUP BY u.number, w.paise HAVING count(*) > 1 AND sum(u.paise) > w.paise`.execute(this.#site.database.platform);
    expect(rows).toEqual([]);
    await this.#findOpen();
  }

  async #findOpen(): Promise<void> {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM purchases WHERE id = ANY (${this.#orders.map((it) => it.id)}::uuid[]) AND status = 'PENDING'
      UNION ALL SELECT id FROM bank_rows WHERE id = ANY (${this.#payments.map((it) => it.id)}::uuid[])
        AND amount_paise > allocated_paise + refunded_paise`.execute(this.#site.database.platform);
    this.#open.clear();
    for (const { id } of rows) this.#open.add(id);
  }

  async #order(at: number, reference: string): Promise<Answer> {
    const buyer = this.#buyers[at % 2 === 0 ? 0 : 1];
    const answer = await post(this.#site, PURCHASE, buyer, manual({ referenceNumber: reference }));
    if (answer.status < 300) this.#orders.push({ id: answer.body.data.id, reference });
    return answer;
  }

  async #payment(size: number, reference: string): Promise<undefined> {
    const row = { reference, amountPaise: SIZES[size] ?? DUE, narration: `INB IMPS/${reference}/XX4417/COWL--` };
    const id = await plantRow(this.#site, this.#buyers[0].companyId, this.#accountId, row);
    this.#payments.push({ id, reference });
  }

  /** The same through a file: what is already approved by the number of a new payment gets it. */
  async #statement(admin: Account, order: Named | undefined): Promise<Answer | undefined> {
    const reference = order?.reference ?? freshReference();
    const file = statementCsv([upiCredit(reference, '1180.00')]);
    const read = await readStatement(this.#site, admin, file, { beneficiaryId: this.#accountId });
    // The number can be that of a payment of another amount, which the reader names.
    if (read.body.data.problems.length > 0) return;
    const answer = await importDraft(this.#site, admin, read.body.data.draftId);
    const row = await this.#site.database.platform
      .selectFrom('bank_rows')
      .innerJoin('bank_row_references', 'bank_row_references.row_id', 'bank_rows.id')
      .select('bank_rows.id')
      .where('beneficiary_id', '=', this.#accountId)
      .where('payment_number', '=', reference)
      .where('narration', 'like', 'UPI-%')
      .executeTakeFirst();
    if (row) this.#payments.push({ id: row.id, reference });
    return answer;
  }

  async #refund(admin: Account, order: Named | undefined): Promise<Answer | undefined> {
    if (!order) return;
    const answer = await addRefund(this.#site, admin, order.id);
    if (answer.status === 201) this.#refunds.push(answer.body.data.id);
    return answer;
  }

  async #cancel(admin: Account, at: number): Promise<Answer | undefined> {
    const id = pick(this.#refunds, at);
    if (id === undefined) return;
    return post(this.#site, `${REFUNDS}/cancel`, admin, { id, reason: 'The bank could not pay into this account.' });
  }

  async #changeBound(): Promise<undefined> {
    this.#isBound = !this.#isBound;
    await setBound(this.#site, this.#isBound ? 100n : null);
  }
}

/** Mostly one of the last, so that steps meet. */
const pick = <T>(list: readonly T[], nth: number): T | undefined =>
  list[list.length - 1 - (nth % Math.max(1, list.length))];

/** @returns the statuses of its answers */
export async function spentWalk(site: Site, taken: readonly Step[]): Promise<ReadonlySet<number>> {
  const world = await SpentWorld.make(site);
  const statuses = new Set<number>();
  for (let nth = 0; nth < taken.length; ) {
    const [one, next] = [taken[nth], taken[nth + 1]];
    if (!one) break;
    const group = one.isTogether && next ? [one, next] : [one];
    nth += group.length;
    for (const status of await Promise.all(group.map((it) => world.take(it))))
      if (status !== undefined) statuses.add(status);
    await world.check();
  }
  return statuses;
}
