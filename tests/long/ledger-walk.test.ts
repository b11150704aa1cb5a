/*
 * The whole state machine against a model: any sequence of submissions, approvals, rejections, reversals and
 * changes of the price, also repeated and of decided purchases, leaves the database as the model says, with all sums
 * equal.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiError } from '@/lib/core/errors.ts';
import { remainingOf } from '@/lib/ledger/service.ts';
import { verifyLedgers } from '@/lib/ledger/verification/service.ts';
import { approvePurchase, rejectPurchase } from '@/lib/purchases/decide/service.ts';
import { reversePurchase } from '@/lib/purchases/reverse/service.ts';
import { submitPayment } from '@/lib/purchases/submit/service.ts';
import type { Actor, Company, Scope } from '@/lib/scope.ts';
import { insertPlatformLog } from '@/lib/transparency-log/sealing/store.ts';
import { verifyTrails } from '@/lib/transparency-log/trail/service.ts';
import { type Account, makeAdmin, makeCompany, makeMember } from '../support/accounts.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { reportFault } from '../support/faults.ts';
import { sums } from '../support/purchases.ts';
import { makeApp, scopeOf as scopeIn, type TestApp } from '../support/use-cases.ts';

let home: TestDatabase;
let own: TestApp;
beforeAll(async () => {
  home = await testDatabase();
  // As the first start of the program does.
  await insertPlatformLog(home.database.platform);
  own = makeApp(home);
});
afterAll(async () => {
  await home?.drop();
  own?.remove();
});

const KEYS = { secrets: { keys: () => [] }, heads: { read: async () => null }, anchors: [] };
const MEMBERS = 4;
const REWARD_BPS = 500n;

type Step =
  | { do: 'submit'; member: number; rupees: number; reference: number | null; order: number }
  | { do: 'approve' | 'reject' | 'reverse'; purchase: number }
  | { do: 'price'; micros: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('submit' as const),
    member: fc.nat(MEMBERS - 1),
    rupees: fc.integer({ min: 1, max: 400 }),
    reference: fc.option(fc.nat(3)),
    order: fc.nat(3),
  }),
  fc.record({ do: fc.constantFrom('approve', 'approve', 'reject', 'reverse'), purchase: fc.nat(12) }),
  // 50 paise, 1, 2 or 4 rupees a token: an order of so many rupees buys another number of them.
  fc.record({ do: fc.constant('price' as const), micros: fc.constantFrom(500_000, 1_000_000, 2_000_000, 4_000_000) }),
);

interface ModelPurchase {
  id: string;
  member: number;
  tokens: bigint;
  reference: string | null;
  repeat: string;
  status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'REVERSED';
  /** Reward of the referrer for the approval. */
  reward: bigint;
}

/** The expected behaviour in a few lines, without a database. */
class Model {
  readonly purchases: ModelPurchase[] = [];
  readonly balances = new Map<number, bigint>();
  readonly pool: bigint;
  micros = 1_000_000n;
  constructor(pool: bigint) {
    this.pool = pool;
  }

  get held(): bigint {
    return this.purchases.reduce((sum, it) => (it.status === 'PENDING' ? sum + it.tokens : sum), 0n);
  }
  get credited(): bigint {
    return [...this.balances.values()].reduce((sum, it) => sum + it, 0n);
  }

  /** The purchase that it repeats, 'refused', or 'new'. */
  submit(purchase: Omit<ModelPurchase, 'id' | 'status' | 'reward'>): ModelPurchase | 'refused' | 'new' {
    const known = this.purchases.findLast(
      (p) => p.member === purchase.member && p.repeat === purchase.repeat && p.status !== 'REJECTED',
    );
    if (known) return known;
    if (purchase.tokens < 1n || purchase.tokens > this.pool - this.held - this.credited) return 'refused';
    const used = this.purchases.some(
      (p) =>
        purchase.reference !== null &&
        p.reference === purchase.reference &&
        (p.status === 'APPROVED' || (p.status === 'PENDING' && p.member === purchase.member)),
    );
    return used ? 'refused' : 'new';
  }

  decide(purchase: ModelPurchase | undefined, to: 'APPROVED' | 'REJECTED'): boolean {
    if (purchase?.status !== 'PENDING') return false;
    const used = this.purchases.some(
      (p) => p !== purchase && p.status === 'APPROVED' && p.reference === purchase.reference,
    );
    if (to === 'APPROVED' && purchase.reference !== null && used) return false;
    purchase.status = to;
    if (to === 'APPROVED') {
      this.add(purchase.member, purchase.tokens);
      // Each member but the first was referred by the previous one.
      const left = this.pool - this.held - this.credited;
      const due = (purchase.tokens * REWARD_BPS) / 10_000n;
      purchase.reward = purchase.member === 0 ? 0n : due < left ? due : left;
      this.add(purchase.member - 1, purchase.reward);
    }
    return true;
  }

  reverse(purchase: ModelPurchase | undefined): boolean {
    if (purchase?.status !== 'APPROVED') return false;
    purchase.status = 'REVERSED';
    this.add(purchase.member, -purchase.tokens);
    this.add(purchase.member - 1, -purchase.reward);
    return true;
  }

  private add(member: number, quantity: bigint): void {
    if (quantity !== 0n) this.balances.set(member, (this.balances.get(member) ?? 0n) + quantity);
  }
}

interface World {
  company: Company;
  members: Account[];
  admin: Account;
  pool: bigint;
}

async function makeWorld(pool: bigint): Promise<World> {
  const db = home.database.platform;
  const companyId = await makeCompany(home);
  const company = await db
    .updateTable('companies')
    .set({ private_supply: pool, public_cell_supply: 1_000_000n - pool, price_micros: 1_000_000n })
    .where('id', '=', companyId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const members: Account[] = [];
  for (let i = 0; i < MEMBERS; i++) {
    members.push(await makeMember(home, { companyId, referrerId: members[i - 1]?.id ?? null }));
  }
  const admin = await makeAdmin(home, { companyId });
  // A scope's session has the account's id. A reversal needs one of the last ten minutes.
  await db.updateTable('sessions').set({ id: admin.id }).where('user_id', '=', admin.id).execute();
  return { company, members, admin, pool };
}

const scopeOf = (world: World, account: Account, kind: Actor['kind']): Scope =>
  scopeIn(own.app, world.company, account, kind);

/** True if it succeeded, false if it was refused with a message for people; any other error fails the walk. */
async function resultOrRefused<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof ApiError && cause.status < 500) return null;
    throw cause;
  }
}

const ACTS = {
  approve: (scope: Scope, id: string) => approvePurchase(scope, { id, companyId: undefined }),
  reject: (scope: Scope, id: string) => rejectPurchase(scope, { id, reason: undefined, companyId: undefined }),
  reverse: (scope: Scope, id: string) => reversePurchase(scope, { id, reason: 'A wrong one', companyId: undefined }),
};

async function setPrice(world: World, micros: bigint): Promise<void> {
  await home.database.platform
    .updateTable('companies')
    .set({ price_micros: micros })
    .where('id', '=', world.company.id)
    .execute();
}

async function applyStep(world: World, model: Model, step: Step): Promise<void> {
  if (step.do === 'price') {
    model.micros = BigInt(step.micros);
    return setPrice(world, model.micros);
  }
  if (step.do === 'submit') {
    const account = world.members[step.member];
    if (!account) return;
    const reference = step.reference === null ? undefined : `REF00000${step.reference}`;
    const purchaseId = `PUR-00000${step.order}`;
    const result = await resultOrRefused(
      submitPayment(scopeOf(world, account, 'member'), {
        paymentMethod: 'MANUAL',
        amount: BigInt(step.rupees) * 100n,
        purchaseId,
        referenceNumber: reference,
      } as Parameters<typeof submitPayment>[1]),
    );
    const repeat = [purchaseId, step.rupees, reference].join();
    const tokens = (BigInt(step.rupees) * 1_000_000n) / model.micros;
    const purchase = { member: step.member, tokens, reference: reference ?? null, repeat };
    const due = model.submit(purchase);
    const id = result?.data?.id ?? null;
    if (due === 'new' && id !== null) model.purchases.push({ ...purchase, id, status: 'PENDING', reward: 0n });
    expect(id).toBe(due === 'refused' ? null : due === 'new' ? model.purchases.at(-1)?.id : due.id);
    if (due === 'new') expect(model.purchases.filter((p) => p.id === id)).toHaveLength(1);
    return;
  }
  const target = model.purchases[step.purchase];
  const id = target?.id ?? '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  const scope = scopeOf(world, world.admin, 'admin');
  const result = await resultOrRefused<unknown>(ACTS[step.do](scope, id));
  const due =
    step.do === 'reverse'
      ? model.reverse(target)
      : model.decide(target, step.do === 'approve' ? 'APPROVED' : 'REJECTED');
  expect(result !== null).toBe(due);
}

async function expectModel(world: World, model: Model): Promise<void> {
  const db = home.database.platform;
  const companyId = world.company.id;
  const stored = await sums(home, companyId);
  expect([stored.ledger, stored.balances, stored.credited]).toEqual(Array(3).fill(model.credited));
  expect([stored.held, stored.pending]).toEqual([model.held, model.held]);
  expect(stored.counted).toBe(stored.holders);
  // Sold, held and remaining stock add up to the private supply.
  expect(stored.credited + stored.held + (await remainingOf(db, companyId))).toBe(world.pool);
  const statuses = await db
    .selectFrom('purchases')
    .select(['id', 'status'])
    .where('company_id', '=', companyId)
    .execute();
  expect(new Map(statuses.map((row) => [row.id, row.status]))).toEqual(
    new Map(model.purchases.map((p) => [p.id, p.status])),
  );
  const balances = await db
    .selectFrom('stock_balances')
    .select(['user_id', 'quantity'])
    .where('company_id', '=', companyId)
    .execute();
  expect(new Map(balances.map((row) => [row.user_id, row.quantity]))).toEqual(
    new Map([...model.balances].map(([member, quantity]) => [world.members[member]?.id, quantity])),
  );
  const prices = await db
    .selectFrom('purchases')
    .select(['id', 'quantity'])
    .where('company_id', '=', companyId)
    .execute();
  // A change of the price does not change purchases that were submitted before it.
  expect(new Map(prices.map((row) => [row.id, row.quantity]))).toEqual(
    new Map(model.purchases.map((p) => [p.id, p.tokens])),
  );
}

it('any walk of the state machine keeps the database equal to the model', { timeout: 180_000 }, async () => {
  const seed = Number(process.env.WALK_SEED ?? Date.now() % 2_147_483_647);
  process.stdout.write(`ledger walk: WALK_SEED=${seed}\n`);
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 1500 }),
      fc.array(step, { minLength: 5, maxLength: 40 }),
      async (pool, steps) => {
        const world = await makeWorld(BigInt(pool));
        const model = new Model(world.pool);
        for (const each of steps) {
          await applyStep(world, model, each);
          await expectModel(world, model);
          compared++;
        }
      },
    ),
    { numRuns: 60, seed },
  );
  reportFault('a random walk of the state machine', `model = database after each of ${compared} steps`);
  for await (const report of verifyLedgers(home.database.platform, KEYS)) expect(report.fault).toBeNull();
  for await (const report of verifyTrails(home.database.platform, KEYS)) expect(report.fault).toBeNull();
});

it('the same steps in parallel keep every sum', { timeout: 180_000 }, async () => {
  const seed = Number(process.env.WALK_SEED ?? Date.now() % 2_147_483_647);
  process.stdout.write(`ledger walk in parallel: WALK_SEED=${seed}\n`);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 1500 }),
      fc.array(step, { minLength: 20, maxLength: 40 }),
      async (pool, steps) => {
        const world = await makeWorld(BigInt(pool));
        const ids: string[] = [];
        await Promise.all(
          steps.map(async (each, i) => {
            if (each.do === 'price') return setPrice(world, BigInt(each.micros));
            if (each.do !== 'submit') return;
            const account = world.members[each.member];
            if (!account) return;
            const input = {
              paymentMethod: 'MANUAL',
              amount: BigInt(each.rupees) * 100n,
              referenceNumber: each.reference === null ? undefined : `REF00000${each.reference}`,
            };
            const result = await resultOrRefused(
              submitPayment(scopeOf(world, account, 'member'), input as Parameters<typeof submitPayment>[1]),
            );
            if (!result?.data) return;
            ids.push(result.data.id);
            const { id } = result.data;
            const scope = scopeOf(world, world.admin, 'admin');
            const done = { approve: 0, reject: 0, reverse: 0 };
            const atOnce = (acts: readonly (keyof typeof ACTS)[]): Promise<unknown> =>
              Promise.all(
                acts.map(async (act) => {
                  if (await resultOrRefused<unknown>(ACTS[act](scope, id))) done[act]++;
                }),
              );
            await atOnce((['approve', 'reject', 'approve'] as const).slice(0, 1 + (i % 3)));
            expect(done.approve + done.reject).toBeLessThanOrEqual(1);
            // The second approval may be the first that succeeds: another purchase had its reference, and was reversed meanwhile.
            if (i % 2 === 0) await atOnce(['reverse', 'reverse', 'approve']);
            expect(done.approve + done.reject).toBeLessThanOrEqual(1);
            expect(done.reverse).toBeLessThanOrEqual(done.approve);
          }),
        );
        const stored = await sums(home, world.company.id);
        expect([stored.balances, stored.credited]).toEqual([stored.ledger, stored.ledger]);
        expect(stored.held).toBe(stored.pending);
        expect(stored.credited + stored.held <= world.pool).toBe(true);
      },
    ),
    // A failure of steps in parallel need not come again: a search for fewer steps would end by the limit of time, unread.
    { numRuns: 40, seed, endOnFailure: true },
  );
  for await (const report of verifyLedgers(home.database.platform, KEYS)) expect(report.fault).toBeNull();
  for await (const report of verifyTrails(home.database.platform, KEYS)) expect(report.fault).toBeNull();
});
